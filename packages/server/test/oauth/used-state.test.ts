import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { catchControlError } from "./catch-control-error.ts";
import { decideOnPage, readProblemPage, sendForm } from "./consent-page.ts";
import { controlForms } from "./control-forms.ts";
import { startAuthorization } from "./start-authorization.ts";
import { steps } from "./steps.ts";

type Decision = (server: ReferenceServer, authorizationUrl: string) => Promise<unknown>;

const responses: readonly (readonly [status: string, name: string, decide: Decision])[] = [
  [
    "approved",
    "an approval by control",
    ({ control }, authorizationUrl) => control.oauth.approve({ authorizationUrl }),
  ],
  ["approved", "an approval on the page", (server, url) => decideOnPage(server, url, "Approve")],
  ["denied", "a denial by control", ({ control }, authorizationUrl) => control.oauth.deny({ authorizationUrl })],
  ["denied", "a denial on the page", (server, url) => decideOnPage(server, url, "Deny")],
  [
    "confirmed",
    "a confirmation",
    async ({ control }, authorizationUrl) => control.oauth.confirm(await control.oauth.approve({ authorizationUrl })),
  ],
];
const answeringSteps = steps.filter(([name]) => !name.startsWith("confirm"));

describe.each(responses)("a state that is %s, after %s", (status, _, decide) => {
  it.each(answeringSteps)("is rejected at %s", async (_name, step) => {
    const server = openServer();
    const { authorizationUrl, state } = await startAuthorization(server);
    await decide(server, authorizationUrl);
    const before = recordsOf(server);
    expect(await step(server, authorizationUrl, state)).toStrictEqual({
      code: "oauth_used_state",
      message: expect.stringMatching(
        `^Failed to .+: the authorization was already ${status}\\. Start the authorization again\\.$|^The authorization was already ${status}\\.$`,
      ),
    });
    expect(recordsOf(server)).toStrictEqual(before);
  });
});

describe.each(controlForms)("confirming by %s", (_, open) => {
  it("rejects a second time", async () => {
    const server = openServer();
    const oauth = await open(server);
    const approved = await oauth.approve((await startAuthorization(server)).started);
    await oauth.confirm(approved);
    const before = recordsOf(server);
    expect(await catchControlError(oauth.confirm(approved))).toStrictEqual({
      code: "oauth_used_state",
      message:
        "Failed to confirm an authorization: the authorization was already confirmed. Start the authorization again.",
    });
    expect(recordsOf(server)).toStrictEqual(before);
  });

  it("rejects a state that was denied", async () => {
    const server = openServer();
    const oauth = await open(server);
    const { state } = await oauth.deny((await startAuthorization(server)).started);
    expect(await catchControlError(oauth.confirm({ code: "code_any", state }))).toStrictEqual({
      code: "oauth_used_state",
      message:
        "Failed to confirm an authorization: the authorization was already denied. Start the authorization again.",
    });
  });

  it("rejects a state that is still pending, and leaves it pending", async () => {
    const server = openServer();
    const oauth = await open(server);
    const { state, started } = await startAuthorization(server);
    expect(await catchControlError(oauth.confirm({ code: "code_any", state }))).toStrictEqual({
      code: "oauth_wrong_code",
      message:
        "Failed to confirm an authorization: the authorization was not approved yet, so it has no code. " +
        "Approve it first.",
    });
    expect(await oauth.confirm(await oauth.approve(started))).toMatchObject({ organizationId: "org_north" });
  });

  it.each([
    ["a word", () => "code_other"],
    ["nothing", () => ""],
    ["a part of the code", (code: string) => code.slice(0, -1)],
    ["the code in capitals", (code: string) => code.toUpperCase()],
    ["the code and a space", (code: string) => `${code} `],
    ["100,000 letters", () => "a".repeat(100_000)],
  ])("rejects %s instead of the code, and still accepts the code itself", async (_name, change) => {
    const server = openServer();
    const oauth = await open(server);
    const approved = await oauth.approve((await startAuthorization(server)).started);
    expect(await catchControlError(oauth.confirm({ ...approved, code: change(approved.code) }))).toStrictEqual({
      code: "oauth_wrong_code",
      message:
        "Failed to confirm an authorization: the code does not belong to this state. " +
        "Pass both from the same callback.",
    });
    expect(recordsOf(server)).toStrictEqual(buildState());
    expect(await oauth.confirm(approved)).toMatchObject({ organizationId: "org_north" });
  });

  it("rejects the code of another state", async () => {
    const server = openServer();
    const oauth = await open(server);
    const one = await oauth.approve((await startAuthorization(server)).started);
    const two = await oauth.approve((await startAuthorization(server)).started);
    expect((await catchControlError(oauth.confirm({ code: one.code, state: two.state }))).code).toBe(
      "oauth_wrong_code",
    );
    expect((await catchControlError(oauth.confirm({ code: two.code, state: one.state }))).code).toBe(
      "oauth_wrong_code",
    );
  });

  it.each([
    [{}],
    [{ code: "code_any" }],
    [{ state: "a.b" }],
    [{ code: 1, state: "a.b" }],
    [{ code: null, state: null }],
  ])("rejects an input of %j", async (input) => {
    const oauth = await open(openServer());
    expect((await catchControlError(oauth.confirm(input as never))).code).toBe("invalid_input");
  });
});

describe("a decision that is rejected for its input", () => {
  it("keeps the authorization pending", async () => {
    const server = openServer();
    const { authorizationUrl, started } = await startAuthorization(server);
    const channels = [
      { id: "C_ONE", name: "one" },
      { id: "C_ONE", name: "two" },
    ];
    const rejection = await catchControlError(server.control.oauth.approve({ authorizationUrl, channels }));
    expect(rejection.code).toBe("invalid_input");
    expect(rejection.message).toContain("channels[1].id is taken already");
    await expect(server.control.oauth.approve(started)).resolves.toMatchObject({ code: expect.any(String) });
  });
});

describe("two decisions at once", () => {
  const approve: Decision = async (server, authorizationUrl) => server.control.oauth.approve({ authorizationUrl });
  const deny: Decision = async (server, authorizationUrl) => server.control.oauth.deny({ authorizationUrl });
  const approveOnPage: Decision = async (server, url) => {
    const state = new URL(url).searchParams.get("state") ?? "";
    const response = await sendForm(server, url, { state, decision: "approve" });
    if (response.status !== 303) throw await readProblemPage(response);
  };

  it.each([
    ["approvals by control", [approve, approve]],
    ["an approval and a denial", [approve, deny]],
    ["a denial and an approval", [deny, approve]],
    ["approvals on the page", [approveOnPage, approveOnPage]],
    ["an approval on the page and one by control", [approveOnPage, approve]],
    ["ten approvals", Array.from({ length: 10 }, () => approve)],
  ])("of %s: exactly one counts", async (_, attempts) => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    const results = await Promise.allSettled(attempts.map((attempt) => attempt(server, authorizationUrl)));
    const rejections = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
    expect(rejections).toStrictEqual(Array.from({ length: attempts.length - 1 }, () => "oauth_used_state"));
  });

  it("of confirmations: exactly one becomes an installation", async () => {
    const server = openServer();
    const approved = await server.control.oauth.approve((await startAuthorization(server)).started);
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => server.control.oauth.confirm(approved)));
    const rejections = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
    expect(rejections).toStrictEqual(Array.from({ length: 9 }, () => "oauth_used_state"));
    expect(server.snapshot().installations).toHaveLength(buildState().installations.length + 1);
  });
});
