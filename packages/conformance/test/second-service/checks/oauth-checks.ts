import { expect } from "vitest";
import { callAdmin } from "../records/call-admin.ts";
import type { Check } from "./check.ts";
import { expectShape } from "./expect-shape.ts";
import { send } from "./send.ts";
import type { Subject } from "./subject.ts";
import { validRequest } from "./valid-request.ts";

interface Approval {
  readonly code: string;
  readonly state: string;
}

async function start(subject: Subject, brainId = subject.records.brainId) {
  const { status, value } = await send(subject, validRequest(subject.records, "startOauth", { brainId }));
  expect(status).toBe(200);
  const { authorizationUrl, expiresAt } = expectShape("oauthStart", value);
  return { authorizationUrl: String(authorizationUrl), expiresAt: Date.parse(String(expiresAt)) };
}

function approve(subject: Subject, authorizationUrl: string): Promise<Approval> {
  return callAdmin(subject.service, "approve-oauth", { authorizationUrl, teamId: "T9" });
}

/** Returns the new installation, or `undefined` if the state is refused. */
async function confirm(subject: Subject, approval: Approval, brainId = subject.records.brainId) {
  const installation = callAdmin<{ id: string }>(subject.service, "confirm-oauth", { ...approval, brainId });
  return installation.catch(() => undefined);
}

/** Changes the content of a state and keeps its signature. */
function forge(state: string, change: object): string {
  const [content = "", signature] = state.split(".");
  const forged = { ...JSON.parse(Buffer.from(content, "base64url").toString()), ...change };
  return `${Buffer.from(JSON.stringify(forged)).toString("base64url")}.${signature}`;
}

export const oauthChecks = {
  async "OAuth creates an installation"(subject) {
    const { authorizationUrl, expiresAt } = await start(subject);
    expect(new URL(authorizationUrl).protocol).toMatch(/^https?:$/);
    expect(new URL(authorizationUrl).searchParams.get("state") ?? "").not.toBe("");
    expect(expiresAt).toBeGreaterThan(Date.now() - 1000);
    const installation = await confirm(subject, await approve(subject, authorizationUrl));
    expect(installation).toMatchObject({ brainId: subject.records.brainId, teamId: "T9" });
    const target = { installationId: installation?.id ?? "" };
    expect(await send(subject, validRequest(subject.records, "listChannels", target))).toMatchObject({ status: 200 });
  },

  async "a state belongs to one brain"(subject) {
    const { otherBrainId, foreignBrainId } = subject.records;
    const approval = await approve(subject, (await start(subject)).authorizationUrl);
    expect(await confirm(subject, approval, otherBrainId)).toBeUndefined();
    expect(await confirm(subject, approval, foreignBrainId)).toBeUndefined();
    const other = await approve(subject, (await start(subject, otherBrainId)).authorizationUrl);
    expect(await confirm(subject, other, otherBrainId)).toMatchObject({ brainId: otherBrainId });
  },

  async "a state must be signed"(subject) {
    const { code, state } = await approve(subject, (await start(subject)).authorizationUrl);
    const { otherBrainId } = subject.records;
    expect(await confirm(subject, { code, state: state.replace(/\..*/, "") })).toBeUndefined();
    expect(
      await confirm(subject, { code, state: forge(state, { brainId: otherBrainId }) }, otherBrainId),
    ).toBeUndefined();
    expect(await confirm(subject, { code, state: forge(state, { expiresAt: Date.now() + 1e10 }) })).toBeUndefined();
    expect(await confirm(subject, { code, state })).toBeDefined();
  },

  async "a state expires at expiresAt"(subject) {
    const { authorizationUrl, expiresAt } = await start(subject);
    const approval = await approve(subject, authorizationUrl);
    const untilExpiry = expiresAt - Date.now();
    const advance = (milliseconds: number) => callAdmin(subject.service, "advance-clock", { milliseconds });
    await advance(untilExpiry - 5000);
    const early = await confirm(subject, approval);
    await advance(6100);
    const late = await confirm(subject, approval);
    await advance(-untilExpiry - 1100);
    expect(early).toBeDefined();
    expect(late).toBeUndefined();
  },
} satisfies Readonly<Record<string, Check>>;
