import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildState } from "../helpers/build-state.ts";
import { captureStep, steps } from "../helpers/oauth-steps.ts";
import { openServer } from "../helpers/open-server.ts";
import { recordsOf } from "../helpers/records-of.ts";
import { startAuthorization, withState } from "../helpers/start-authorization.ts";

const lifetimeMs = 10 * 60 * 1000;
const { brains } = buildState();
const moved = brains.map((brain) => (brain.id === "brain_tides" ? { ...brain, organizationId: "org_south" } : brain));

type Prepare = (server: ReferenceServer, url: string) => unknown;

const approve: Prepare = ({ control }, authorizationUrl) => control.oauth.approve({ authorizationUrl });
const deny: Prepare = ({ control }, authorizationUrl) => control.oauth.deny({ authorizationUrl });
const confirm: Prepare = async ({ control }, authorizationUrl) =>
  control.oauth.confirm(await control.oauth.approve({ authorizationUrl }));
const expire: Prepare = (server) => server.clock.advance(lifetimeMs);

const north = { organizationId: "org_north" };
const recreate: Prepare = ({ control }) => {
  control.organizations.delete(north);
  control.organizations.create({ id: "org_north" });
  control.brains.create({ id: "brain_tides", ...north });
};

const usable = ["success: ", "oauth_wrong_code: the authorization was not approved yet"] as const;
const used = "oauth_used_state: the authorization was already";
const expired = "oauth_expired_state: the state expired at 2026-07-01";
const noBrain = "not_found: organization org_north no longer has the brain brain_tides";
const forgotten = "not_found: the server no longer has the authorization";

// What happened to a state, and the results of the steps that decide it and of a confirmation with a wrong code.
// biome-ignore format: one row a line
const fates: [state: string, prepare: Prepare, decision: string, confirmation?: string][] = [
  ["started", () => {}, "success: ", "oauth_wrong_code: the authorization was not approved yet, so it has no code"],
  ["approved", approve, `${used} approved`, "oauth_wrong_code: the code does not belong to this state"],
  ["denied", deny, `${used} denied`],
  ["confirmed", confirm, `${used} confirmed`],
  ["one millisecond before its expiry", (server) => server.clock.advance(lifetimeMs - 1), ...usable],
  ["expired", expire, expired],
  ["expired by its organization's clock", (server) => server.organization("org_north").clock.advance(lifetimeMs), expired],
  ["not expired, because only another organization's clock moved", (server) => server.organization("org_south").clock.advance(lifetimeMs), ...usable],
  ["approved and expired", async (server, url) => { await approve(server, url); expire(server, url); }, expired],
  ["expired until the clock moves back", (server, url) => { expire(server, url); server.clock.set("2026-07-01T11:00:00Z"); }, ...usable],
  ["of a deleted organization", ({ control }) => control.organizations.delete(north), "not_found: organization org_north"],
  ["of a brain that another organization has by now", (server) => server.restore(buildState({ brains: moved, pages: [], bindings: [] })), noBrain],
  ["of a brain that a restore removes", (server) => server.restore(buildState({ brains: [], pages: [], bindings: [] })), noBrain],
  ["of a server that was reset", (server) => server.reset(), forgotten],
  ["of an organization that was created again", recreate, forgotten],
  ["of a server that restored its own snapshot", (server) => server.restore(server.snapshot()), ...usable],
  ["used, and restored with a snapshot", async (server, url) => { await deny(server, url); server.restore(server.snapshot()); }, `${used} denied`],
];

describe.each(fates)("a state that is %s", (_, prepare, decision, confirmation = decision) => {
  it.each(steps)("at %s", async (name, run) => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    await prepare(server, authorizationUrl);
    const before = recordsOf(server);
    const [code, message = ""] = (name.startsWith("confirm") ? confirmation : decision).split(": ");
    const result = await run(server, authorizationUrl);
    expect(result.code).toBe(code);
    expect(result.message.toLowerCase()).toContain(message.toLowerCase());
    expect(recordsOf(server)).toStrictEqual(before);
  });

  it("is listed as started and not expired only if it can be decided", async () => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    await prepare(server, authorizationUrl);
    const urls = server.control.organizations.list().flatMap(({ id: organizationId }) => {
      const { at } = server.organization(organizationId).clock.status();
      const listed = server.control.oauth.list({ organizationId });
      return listed.filter(({ status, expiresAt }) => status === "started" && at < expiresAt);
    });
    expect(urls.map((one) => one.authorizationUrl)).toEqual(decision === "success: " ? [authorizationUrl] : []);
  });
});

const notReadable = "the state is not readable. pass it on exactly as oauth.start or the callback returned it";
const changed = "the state was changed, or signed by another server";

// Replaces a letter of a text by the one that differs in its lowest bit.
function flip(text: string, index: number): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const letter = letters[letters.indexOf(text.at(index) ?? "") ^ 1];
  return text.slice(0, index) + letter + text.slice(index + 1 || text.length);
}

const written = (fields: object) => Buffer.from(JSON.stringify(fields)).toString("base64url");
const readFields = (content: string): object => JSON.parse(Buffer.from(content, "base64url").toString());

// Makes an invalid state of the two parts of a valid one, and of the signature of another.
type Forge = (content: string, signature: string, other: string) => string;

// biome-ignore format: one row a line
const forgeries: [state: string, message: string, forge: Forge][] = [
  ["nothing", "there is no state", () => ""],
  ...[" ", "garbage", ".", "eyJhIjoxfQ.", ".eyJhIjoxfQ", "eyJh.eyJh.eyJh", "eyJh+jox/Q.eyJh+jox/Q", "eyJhIjoxfQ==.eyJhIjoxfQ==", "eyJhIjoxfQ.eyJhIjoxfQ\n", "eyJhIjoxfQ.eyJhIjox\0fQ", "größe.✓", "a".repeat(100_000), ".".repeat(100_000)]
    .map((state): [string, string, Forge] => [JSON.stringify(state.slice(0, 30)), notReadable, () => state]),
  ["another first letter", changed, (content, signature) => `${flip(content, 0)}.${signature}`],
  ["another last letter", changed, (content, signature) => `${flip(content, content.length - 1)}.${signature}`],
  ["another first letter of the signature", changed, (content, signature) => `${content}.${flip(signature, 0)}`],
  ["another last letter of the signature", changed, (content, signature) => `${content}.${flip(signature, signature.length - 1)}`],
  ["another brain", changed, (content, signature) => `${written({ ...readFields(content), brainId: "brain_ropes" })}.${signature}`],
  ["a later expiry", changed, (content, signature) => `${written({ ...readFields(content), expiresAt: "2027-01-01T00:00:00.000Z" })}.${signature}`],
  ["content that is no JSON", changed, (_, signature) => `abcd.${signature}`],
  ["half a signature", changed, (content, signature) => `${content}.${signature.slice(0, 22)}`],
  ["a longer signature", changed, (content, signature) => `${content}.${signature}AAA`],
  ["a signature of its own", changed, (content) => `${content}.${"A".repeat(43)}`],
  ["its content as a signature", changed, (content) => `${content}.${content}`],
  ["100,000 letters more", changed, (content, signature) => `${content}${"A".repeat(100_000)}.${signature}`],
  ["the signature of another state", changed, (content, _, other) => `${content}.${other}`],
];

describe.each(steps)("%s", (_step, run) => {
  it.each(forgeries)("rejects a state with %s, and keeps the valid one", async (_, message, forge) => {
    const server = openServer();
    const { authorizationUrl, state } = await startAuthorization(server);
    const [content = "", signature = ""] = state.split(".");
    const [, other = ""] = (await startAuthorization(server)).state.split(".");
    const result = await run(server, withState(authorizationUrl, forge(content, signature, other)));
    expect(result.code).toBe("oauth_invalid_state");
    expect(result.message.toLowerCase()).toContain(message);
    expect(recordsOf(server)).toStrictEqual(buildState());
    expect(await captureStep(server.control.oauth.approve({ authorizationUrl }))).toHaveProperty("code", "success");
  });

  it("rejects a state that another server signed", async () => {
    const { authorizationUrl } = await startAuthorization(openServer({ randomSeed: "another server" }));
    expect(await run(openServer(), authorizationUrl)).toHaveProperty("code", "oauth_invalid_state");
  });
});

it.each(steps.slice(0, 3))(
  "%s by an organization rejects the state of another, whatever happened to it",
  async (_, run) => {
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
  // biome-ignore format: one row a line
  it.each<[string, (code: string, other: string) => string]>([
    ["nothing", () => ""],
    ["a part of the code", (code) => code.slice(0, -1)],
    ["the code in capitals", (code) => code.toUpperCase()],
    ["the code and a space", (code) => `${code} `],
    ["100,000 letters", () => "a".repeat(100_000)],
    ["the code of another state", (__, other) => other],
  ])("rejects %s, and accepts the code itself once", async (_name, forge) => {
    const server = openServer();
    const { oauth } = server.control;
    const approved = await oauth.approve((await startAuthorization(server)).started);
    const other = await oauth.approve((await startAuthorization(server)).started);
    const wrong = await captureStep(oauth.confirm({ ...approved, code: forge(approved.code, other.code) }));
    const problem = "the code does not belong to this state. Pass both from the same callback.";
    expect(wrong).toStrictEqual({ code: "oauth_wrong_code", message: `Failed to confirm an authorization: ${problem}` });
    expect(await oauth.confirm(approved)).toMatchObject({ organizationId: "org_north" });
    expect(await captureStep(oauth.confirm(approved))).toHaveProperty("code", "oauth_used_state");
  });

  it.each([{}, { code: "code_any" }, { state: "a.b" }, { code: 1, state: "a.b" }])("rejects %j", async (input) => {
    expect(await captureStep(openServer().control.oauth.confirm(input as never))).toHaveProperty(
      "code",
      "invalid_input",
    );
  });
});

describe("an authorization URL", () => {
  const own = "https://knowledge-base.test/_platform/oauth";

  // biome-ignore format: one row a line
  it.each([
    ["garbage", "invalid_input", "authorizationUrl must be the URL that oauth.start returned"],
    ["", "invalid_input", "authorizationUrl must be the URL that oauth.start returned"],
    [`${own}/done?state=a.b`, "invalid_input", "authorizationUrl must be the URL that oauth.start returned"],
    ["/_platform/oauth/authorize?state=a.b", "invalid_input", "authorizationUrl must be the URL that oauth.start returned"],
    [`${own}/authorize`, "oauth_invalid_state", "there is no state"],
    [`${own}/authorize?state=a.b&state=a.b`, "oauth_invalid_state", "there is more than one state"],
  ])("cannot be '%s'", async (authorizationUrl, code, message) => {
    const { oauth } = openServer().control;
    for (const call of [oauth.approve({ authorizationUrl }), oauth.deny({ authorizationUrl })]) {
      await expect(call).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
    }
  });

  it("stays pending if the decision is rejected for its input", async () => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    const channels = ["one", "two"].map((name) => ({ id: "C_ONE", name }));
    expect(await captureStep(server.control.oauth.approve({ authorizationUrl, channels }))).toStrictEqual({
      code: "invalid_input",
      message: expect.stringContaining("channels[1].id is taken already"),
    });
    expect(server.control.oauth.list()).toMatchObject([{ status: "started" }]);
  });
});

describe("at the same time", () => {
  const run = (wanted: string) => steps.find(([name]) => name === wanted)?.[1] ?? expect.fail(wanted);
  const [approves, denies, approvesOnPage] = [run("approve"), run("deny"), run("approve on the consent page")];

  it.each([
    ["an approval and a denial", [approves, denies]],
    ["a denial and an approval", [denies, approves]],
    ["an approval on the page and one by control", [approvesOnPage, approves]],
    ["ten approvals", Array.from({ length: 10 }, () => approves)],
  ])("only one counts of %s", async (_, attempts) => {
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
