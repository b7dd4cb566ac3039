import type { ReferenceServer } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { buildState, recordsOf } from "../helpers/build-state.ts";
import { startAuthorization, stateIn } from "../helpers/oauth.ts";
import { openServer } from "../helpers/open-server.ts";

const lifetimeMs = 10 * 60 * 1000;

type Step = (owner: { readonly control: Pick<ReferenceServer["control"], "oauth"> }, url: string) => Promise<unknown>;

const approve: Step = ({ control }, authorizationUrl) => control.oauth.approve({ authorizationUrl });
const deny: Step = ({ control }, authorizationUrl) => control.oauth.deny({ authorizationUrl });
const confirm: Step = ({ control }, url) => control.oauth.confirm({ code: "any", state: stateIn(url) });
const steps = [approve, deny, confirm];

type Prepare = (server: ReferenceServer, authorizationUrl: string) => unknown;

const expire: Prepare = (server) => server.clock.advance(lifetimeMs);
const restoreSnapshot: Prepare = ({ restore, snapshot }) => restore(snapshot());
const approveAndConfirm: Prepare = async ({ control }, authorizationUrl) =>
  control.oauth.confirm(await control.oauth.approve({ authorizationUrl }));

async function openPrepared(prepare: readonly Prepare[]) {
  const server = openServer();
  const { authorizationUrl } = await startAuthorization(server);
  for (const one of prepare) await one(server, authorizationUrl);
  return { server, authorizationUrl };
}

const north = { organizationId: "org_north" };
const tides = { id: "brain_tides", name: "Tides" };
const ofSouth = { brains: [{ ...tides, organizationId: "org_south" }], pages: [], bindings: [] };
const recreate: Prepare = ({ control }) => {
  control.organizations.delete(north);
  control.organizations.create({ id: "org_north" });
  control.brains.create({ id: "brain_tides", ...north });
};

const used = (end: string) => ({ code: "oauth_used_state", problem: `the authorization was already ${end}.` });
const expired = { code: "oauth_expired_state", problem: "the state expired at 2026-07-01T12:10:00.000Z." };
const noBrain = { code: "not_found", problem: "organization org_north no longer has the brain brain_tides." };
const forgotten = { code: "not_found", problem: "the server no longer has the authorization" };

// The URLs of the authorizations that are listed as started and not expired.
function openUrls({ control, organization }: ReferenceServer): string[] {
  return control.organizations.list().flatMap(({ id: organizationId }) => {
    const { at } = organization(organizationId).clock.status();
    const listed = control.oauth.list({ organizationId });
    return listed.flatMap((one) => (one.status === "started" && at < one.expiresAt ? [one.authorizationUrl] : []));
  });
}

// biome-ignore format: one row a line
it.each<{ state: string; prepare: readonly Prepare[]; code: string; problem: string }>([
  { state: "denied", prepare: [deny], ...used("denied") },
  { state: "denied, and restored", prepare: [deny, restoreSnapshot], ...used("denied") },
  { state: "confirmed", prepare: [approveAndConfirm], ...used("confirmed") },
  { state: "expired", prepare: [expire], ...expired },
  { state: "expired by its own clock", prepare: [({ organization }) => organization("org_north").clock.advance(lifetimeMs)], ...expired },
  { state: "approved, and expired", prepare: [approve, expire], ...expired },
  { state: "of a deleted organization", prepare: [({ control }) => control.organizations.delete(north)], ...noBrain },
  { state: "of a brain of another organization", prepare: [({ restore }) => restore(buildState(ofSouth))], ...noBrain },
  { state: "of a brain that is gone", prepare: [({ control }) => control.brains.delete({ brainId: "brain_tides" })], ...noBrain },
  { state: "of a server that was reset", prepare: [({ reset }) => reset()], ...forgotten },
  { state: "of an organization that was created again", prepare: [recreate], ...forgotten },
])("a state that is $state can't be approved, denied or confirmed", async ({ prepare, code, problem }) => {
  const { server, authorizationUrl } = await openPrepared(prepare);
  const before = recordsOf(server);
  const error = { code, message: expect.stringContaining(problem) };
  for (const step of steps) await expect(step(server, authorizationUrl)).rejects.toMatchObject(error);
  expect(recordsOf(server)).toStrictEqual(before);
  expect(openUrls(server)).toEqual([]);
});

// biome-ignore format: one row a line
it.each<{ state: string; prepare: readonly Prepare[] }>([
  { state: "started", prepare: [] },
  { state: "one millisecond before its expiry", prepare: [({ clock }) => clock.advance(lifetimeMs - 1)] },
  { state: "not expired by another clock", prepare: [({ organization }) => organization("org_south").clock.advance(lifetimeMs)] },
  { state: "expired until the clock moves back", prepare: [expire, ({ clock }) => clock.set("2026-07-01T11:00:00Z")] },
  { state: "of a server that restored its own snapshot", prepare: [restoreSnapshot] },
])("a state that is $state can be approved or denied once", async ({ prepare }) => {
  for (const step of [approve, deny]) {
    const { server, authorizationUrl } = await openPrepared(prepare);
    expect(openUrls(server)).toEqual([authorizationUrl]);
    await step(server, authorizationUrl);
    const code = "oauth_used_state";
    for (const next of [approve, deny]) await expect(next(server, authorizationUrl)).rejects.toMatchObject({ code });
  }
});

it("the controls of an organization reject any state of another one, even a used one", async () => {
  const message = expect.stringContaining(
    "the state belongs to another organization. Use the controls of the organization that started the authorization",
  );
  for (const prepare of [() => {}, approve, expire]) {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server, "brain_south", "key_south");
    await prepare(server, authorizationUrl);
    const error = { code: "oauth_invalid_state", message };
    for (const step of steps)
      await expect(step(server.organization("org_north"), authorizationUrl)).rejects.toMatchObject(error);
  }
});

it.each<{ name: string; forge: (code: string, other: string) => string }>([
  { name: "nothing", forge: () => "" },
  { name: "a part of the code", forge: (code) => code.slice(0, -1) },
  { name: "the code in capitals", forge: (code) => code.toUpperCase() },
  { name: "the code and a space", forge: (code) => `${code} ` },
  { name: "100,000 letters", forge: () => "a".repeat(100_000) },
  { name: "the code of another state", forge: (_, other) => other },
])("a confirmation with $name is rejected, and one with the code itself accepted once", async ({ forge }) => {
  const server = openServer();
  const { oauth } = server.control;
  const approved = await oauth.approve((await startAuthorization(server)).started);
  const other = await oauth.approve((await startAuthorization(server)).started);
  const problem = "the code does not belong to this state. Pass both from the same callback.";
  await expect(oauth.confirm({ ...approved, code: forge(approved.code, other.code) })).rejects.toMatchObject({
    code: "oauth_wrong_code",
    message: `Failed to confirm an authorization: ${problem}`,
  });
  expect(await oauth.confirm(approved)).toMatchObject({ organizationId: "org_north" });
  await expect(oauth.confirm(approved)).rejects.toMatchObject({ code: "oauth_used_state" });
});

it("a confirmation needs a code and a state, which are texts", async () => {
  const { oauth } = openServer().control;
  for (const input of [{}, { code: "code_any" }, { state: "a.b" }, { code: 1, state: "a.b" }])
    await expect(oauth.confirm(input as never)).rejects.toMatchObject({ code: "invalid_input" });
});

it("a state can still be decided after a decision whose input was rejected", async () => {
  const server = openServer();
  const { authorizationUrl } = await startAuthorization(server);
  const channels = ["one", "two"].map((name) => ({ id: "C_ONE", name }));
  const approval = server.control.oauth.approve({ authorizationUrl, channels });
  await expect(approval).rejects.toThrow("channels[1].id is taken already");
  expect(server.control.oauth.list()).toMatchObject([{ status: "started" }]);
});

it.each<{ name: string; attempts: readonly Step[] }>([
  { name: "an approval and a denial", attempts: [approve, deny] },
  { name: "a denial and an approval", attempts: [deny, approve] },
  { name: "two approvals", attempts: [approve, approve] },
])("only one counts of $name at the same time", async ({ attempts }) => {
  const server = openServer();
  const { authorizationUrl } = await startAuthorization(server);
  const results = await Promise.allSettled(attempts.map((attempt) => attempt(server, authorizationUrl)));
  const usedResult = { reason: { code: "oauth_used_state" } };
  expect(results.filter(({ status }) => status === "rejected")).toMatchObject(attempts.slice(1).map(() => usedResult));
});

it("ten confirmations at the same time become one installation", async () => {
  const server = openServer();
  const approved = await server.control.oauth.approve((await startAuthorization(server)).started);
  const attempts = Array.from({ length: 10 }, () => server.control.oauth.confirm(approved));
  const results = await Promise.allSettled(attempts);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(server.snapshot().installations).toHaveLength(buildState().installations.length + 1);
});

it("a reset ends an approval in flight", async () => {
  const server = openServer();
  const approval = server.control.oauth.approve((await startAuthorization(server)).started);
  server.reset();
  await expect(approval).rejects.toMatchObject({ code: "not_found" });
  expect(server.snapshot()).toStrictEqual(buildState());
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
