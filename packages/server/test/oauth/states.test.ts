import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { captureStep, startAuthorization, steps } from "../helpers/oauth.ts";
import { buildState, openServer, recordsOf } from "../helpers/open-server.ts";

const lifetimeMs = 10 * 60 * 1000;

type Prepare = (server: ReferenceServer, url: string) => unknown;

const approve: Prepare = ({ control }, authorizationUrl) => control.oauth.approve({ authorizationUrl });
const deny: Prepare = ({ control }, authorizationUrl) => control.oauth.deny({ authorizationUrl });
const confirm: Prepare = async ({ control }, authorizationUrl) =>
  control.oauth.confirm(await control.oauth.approve({ authorizationUrl }));
const expire: Prepare = (server) => server.clock.advance(lifetimeMs);

const expireForAMoment: Prepare = ({ clock }) => {
  clock.advance(lifetimeMs);
  clock.set("2026-07-01T11:00:00Z");
};
const denyAndRestore: Prepare = async (server, url) => {
  await deny(server, url);
  server.restore(server.snapshot());
};
const approveAndExpire: Prepare = async (server, url) => {
  await approve(server, url);
  expire(server, url);
};

const north = { organizationId: "org_north" };
const deleteOrganization: Prepare = ({ control }) => control.organizations.delete(north);
const recreate: Prepare = ({ control }) => {
  control.organizations.delete(north);
  control.organizations.create({ id: "org_north" });
  control.brains.create({ id: "brain_tides", ...north });
};
const deleteBrain: Prepare = ({ control }) => control.brains.delete({ brainId: "brain_tides" });
const moveBrain: Prepare = (server) => {
  const brains = [{ id: "brain_tides", organizationId: "org_south", name: "Tides" }];
  server.restore(buildState({ brains, pages: [], bindings: [] }));
};
const expireBy =
  (id: string): Prepare =>
  ({ organization }) =>
    organization(id).clock.advance(lifetimeMs);

const usedBy = (end: string) => ({ code: "oauth_used_state", message: RegExp(`was already ${end}`, "i") });
const expired = { code: "oauth_expired_state", message: /the state expired at 2026-07-01/i };
const noOrganization = { code: "not_found", message: /organization org_north/ };
const noBrain = { code: "not_found", message: /organization org_north no longer has the brain brain_tides/i };
const forgotten = { code: "not_found", message: /the server no longer has the authorization/i };

// What happened to a state, and why each step rejects it afterwards.
const ends: { state: string; prepare: Prepare; rejection: { code: string; message: RegExp } }[] = [
  { state: "denied", prepare: deny, rejection: usedBy("denied") },
  { state: "denied, and restored", prepare: denyAndRestore, rejection: usedBy("denied") },
  { state: "confirmed", prepare: confirm, rejection: usedBy("confirmed") },
  { state: "expired", prepare: expire, rejection: expired },
  { state: "expired by its organization's clock", prepare: expireBy("org_north"), rejection: expired },
  { state: "approved, and expired", prepare: approveAndExpire, rejection: expired },
  { state: "of a deleted organization", prepare: deleteOrganization, rejection: noOrganization },
  { state: "of a brain of another organization", prepare: moveBrain, rejection: noBrain },
  { state: "of a brain that is gone", prepare: deleteBrain, rejection: noBrain },
  { state: "of a server that was reset", prepare: ({ reset }) => reset(), rejection: forgotten },
  { state: "of an organization that was created again", prepare: recreate, rejection: forgotten },
];

async function openPrepared(prepare: Prepare) {
  const server = openServer();
  const { authorizationUrl } = await startAuthorization(server);
  await prepare(server, authorizationUrl);
  return { server, authorizationUrl };
}

// The URLs of the authorizations that are listed as started and not expired.
function openUrls({ control, organization }: ReferenceServer): string[] {
  return control.organizations.list().flatMap(({ id: organizationId }) => {
    const { at } = organization(organizationId).clock.status();
    const listed = control.oauth.list({ organizationId });
    return listed.flatMap((one) => (one.status === "started" && at < one.expiresAt ? [one.authorizationUrl] : []));
  });
}

describe.each(ends)("a state that is $state", ({ prepare, rejection }) => {
  it.each(steps)("is rejected at $step", async ({ run }) => {
    const { server, authorizationUrl } = await openPrepared(prepare);
    const before = recordsOf(server);
    const { code, message } = await run(server, authorizationUrl);
    expect(code).toBe(rejection.code);
    expect(message).toMatch(rejection.message);
    expect(recordsOf(server)).toStrictEqual(before);
  });

  it("isn't listed as started and not expired", async () => {
    expect(openUrls((await openPrepared(prepare)).server)).toEqual([]);
  });
});

const decidingSteps = steps.filter(({ step }) => step !== "confirm");

describe.each<{ state: string; prepare: Prepare }>([
  { state: "started", prepare: () => {} },
  { state: "one millisecond before its expiry", prepare: (server) => server.clock.advance(lifetimeMs - 1) },
  { state: "not expired by another clock", prepare: expireBy("org_south") },
  { state: "expired until the clock moves back", prepare: expireForAMoment },
  { state: "of a server that restored its own snapshot", prepare: (server) => server.restore(server.snapshot()) },
])("a state that is $state", ({ prepare }) => {
  it.each(decidingSteps)("is accepted at $step", async ({ run }) => {
    const { server, authorizationUrl } = await openPrepared(prepare);
    expect(await run(server, authorizationUrl)).toHaveProperty("code", "success");
  });

  it("is listed as started and not expired", async () => {
    const { server, authorizationUrl } = await openPrepared(prepare);
    expect(openUrls(server)).toEqual([authorizationUrl]);
  });
});

it.each(decidingSteps)("a state that is approved is rejected at $step", async ({ run }) => {
  const { server, authorizationUrl } = await openPrepared(approve);
  const { code, message } = usedBy("approved");
  expect(await run(server, authorizationUrl)).toMatchObject({ code, message: expect.stringMatching(message) });
});

it.each(steps.slice(0, 3))(
  "'$step' by an organization rejects any state of another, even a used one",
  async ({ run }) => {
    for (const prepare of [() => {}, approve, expire]) {
      const server = openServer();
      const { authorizationUrl } = await startAuthorization(server, "brain_south", "key_south");
      await prepare(server, authorizationUrl);
      const { control } = server.organization("org_north");
      const { code, message } = await run({ ...server, control: { ...server.control, ...control } }, authorizationUrl);
      expect(code).toBe("oauth_invalid_state");
      expect(message).toContain("the state belongs to another organization. Use the controls of the organization that");
    }
  },
);

describe("confirming", () => {
  it.each<{ name: string; forge: (code: string, other: string) => string }>([
    { name: "nothing", forge: () => "" },
    { name: "a part of the code", forge: (code) => code.slice(0, -1) },
    { name: "the code in capitals", forge: (code) => code.toUpperCase() },
    { name: "the code and a space", forge: (code) => `${code} ` },
    { name: "100,000 letters", forge: () => "a".repeat(100_000) },
    { name: "the code of another state", forge: (__, other) => other },
  ])("rejects $name, and accepts the code itself once", async ({ forge }) => {
    const server = openServer();
    const { oauth } = server.control;
    const approved = await oauth.approve((await startAuthorization(server)).started);
    const other = await oauth.approve((await startAuthorization(server)).started);
    const wrong = await captureStep(oauth.confirm({ ...approved, code: forge(approved.code, other.code) }));
    const problem = "the code does not belong to this state. Pass both from the same callback.";
    const message = `Failed to confirm an authorization: ${problem}`;
    expect(wrong).toStrictEqual({ code: "oauth_wrong_code", message });
    expect(await oauth.confirm(approved)).toMatchObject({ organizationId: "org_north" });
    expect(await captureStep(oauth.confirm(approved))).toHaveProperty("code", "oauth_used_state");
  });

  it("needs a code and a state, which are texts", async () => {
    for (const input of [{}, { code: "code_any" }, { state: "a.b" }, { code: 1, state: "a.b" }])
      expect((await captureStep(openServer().control.oauth.confirm(input as never))).code).toBe("invalid_input");
  });
});

it("a state can still be decided after a decision whose input was rejected", async () => {
  const server = openServer();
  const { authorizationUrl } = await startAuthorization(server);
  const channels = ["one", "two"].map((name) => ({ id: "C_ONE", name }));
  expect(await captureStep(server.control.oauth.approve({ authorizationUrl, channels }))).toStrictEqual({
    code: "invalid_input",
    message: expect.stringContaining("channels[1].id is taken already"),
  });
  expect(server.control.oauth.list()).toMatchObject([{ status: "started" }]);
});

describe("at the same time", () => {
  const run = (wanted: string) => steps.find(({ step }) => step === wanted)?.run ?? expect.fail(wanted);
  const [approves, denies, approvesOnPage] = [run("approve"), run("deny"), run("approve on its page")];

  it.each([
    { name: "an approval and a denial", attempts: [approves, denies] },
    { name: "a denial and an approval", attempts: [denies, approves] },
    { name: "an approval on the page and one by control", attempts: [approvesOnPage, approves] },
    { name: "ten approvals", attempts: Array.from({ length: 10 }, () => approves) },
  ])("only one counts of $name", async ({ attempts }) => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    const results = await Promise.all(attempts.map((attempt) => attempt(server, authorizationUrl)));
    const codes = results.map(({ code }) => code).toSorted();
    expect(codes).toEqual([...attempts.slice(1).map(() => "oauth_used_state"), "success"]);
  });

  it("ten confirmations become one installation", async () => {
    const server = openServer();
    const approved = await server.control.oauth.approve((await startAuthorization(server)).started);
    const attempts = Array.from({ length: 10 }, () => captureStep(server.control.oauth.confirm(approved)));
    const results = await Promise.all(attempts);
    expect(results.filter(({ code }) => code === "oauth_used_state")).toHaveLength(9);
    expect(server.snapshot().installations).toHaveLength(buildState().installations.length + 1);
  });

  it("a reset ends an approval in flight", async () => {
    const server = openServer();
    const approval = captureStep(server.control.oauth.approve((await startAuthorization(server)).started));
    server.reset();
    expect((await approval).code).toBe("not_found");
    expect(server.snapshot()).toStrictEqual(buildState());
  });
});

it("a state from before a reset is gone, although the next one has its nonce", async () => {
  const server = openServer();
  const { authorizationUrl } = await startAuthorization(server);
  server.organization("org_north").reset();
  server.organization("org_north").clock.advance(1);
  const fresh = await startAuthorization(server);
  await expect(server.control.oauth.approve({ authorizationUrl })).rejects.toThrow("no longer has the authorization");
  expect(await server.control.oauth.approve(fresh.started)).toHaveProperty("code");
});
