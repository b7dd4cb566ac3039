import type { ReferenceServerOptions } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { startAuthorization } from "./start-authorization.ts";
import { steps } from "./steps.ts";

/** The two parts of a state. */
async function partsOf(options: ReferenceServerOptions = {}, brainId = "brain_tides", key?: string) {
  const { state } = await startAuthorization(openServer(options), brainId, key);
  const [content = "", signature = ""] = state.split(".");
  return { state, content, signature };
}

function contentOf(fields: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify(fields)).toString("base64url");
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const tenMinutes = 10 * 60 * 1000;

describe.each(steps)("%s", (_, step) => {
  it.each([
    ["nothing", ""],
    ["a space", " "],
    ["a word", "garbage"],
    ["a dot", "."],
    ["no signature", "eyJhIjoxfQ."],
    ["no content", ".eyJhIjoxfQ"],
    ["three parts", "eyJhIjoxfQ.eyJhIjoxfQ.eyJhIjoxfQ"],
    ["a signature that is no base64", "eyJhIjoxfQ.a"],
    ["letters of another base64", "eyJh+jox/Q.eyJh+jox/Q"],
    ["padding", "eyJhIjoxfQ==.eyJhIjoxfQ=="],
    ["a line break at the end", "eyJhIjoxfQ.eyJhIjoxfQ\n"],
    ["a null character", "eyJhIjoxfQ.eyJhIjox\0fQ"],
    ["letters beyond ASCII", "größe.✓"],
    ["100,000 letters", "a".repeat(100_000)],
    ["100,000 dots", ".".repeat(100_000)],
  ])("rejects %s as malformed", async (_name, state) => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    const rejection = await step(server, authorizationUrl, state);
    expect(rejection.code).toBe("oauth_invalid_state");
    expect(rejection.message).toMatch(
      /(?:: t|^T)(he state is not readable|here is no state).*\. Pass it on exactly as .+ returned it\.$/,
    );
  });

  it("rejects a state whose content or signature was changed, letter by letter", async () => {
    const server = openServer();
    const { authorizationUrl, state } = await startAuthorization(server);
    const middle = state.indexOf(".");
    for (const index of [0, middle - 1, middle + 1, state.length - 1]) {
      for (const letter of letters) {
        if (state[index] === letter) continue;
        const changed = state.slice(0, index) + letter + state.slice(index + 1);
        expect(await step(server, authorizationUrl, changed)).toStrictEqual({
          code: "oauth_invalid_state",
          message: expect.stringMatching(/(?:: t|^T)he state was changed, .+\.$/),
        });
      }
    }
  });

  it.each<[string, (parts: { content: string; signature: string }) => string]>([
    ["another content", ({ signature }) => `${contentOf({ brainId: "brain_ropes" })}.${signature}`],
    [
      "a later expiry",
      ({ content, signature }) => {
        const fields = JSON.parse(Buffer.from(content, "base64url").toString());
        return `${contentOf({ ...fields, expiresAt: "2027-01-01T00:00:00.000Z" })}.${signature}`;
      },
    ],
    ["content that is no JSON", ({ signature }) => `abcd.${signature}`],
    ["a shorter signature", ({ content, signature }) => `${content}.${signature.slice(0, -1)}`],
    ["half a signature", ({ content, signature }) => `${content}.${signature.slice(0, 22)}`],
    ["a longer signature", ({ content, signature }) => `${content}.${signature}AAA`],
    ["content and signature of its own", () => `${contentOf({ brainId: "brain_tides" })}.${"A".repeat(43)}`],
    ["the content as a signature", ({ content }) => `${content}.${content}`],
    ["100,000 letters more", ({ content, signature }) => `${content}${"A".repeat(100_000)}.${signature}`],
  ])("rejects %s as tampered", async (_name, change) => {
    const server = openServer();
    const { authorizationUrl, state } = await startAuthorization(server);
    const [content = "", signature = ""] = state.split(".");
    const rejection = await step(server, authorizationUrl, change({ content, signature }));
    expect(rejection.code).toBe("oauth_invalid_state");
  });

  it("rejects the signature of another state", async () => {
    const server = openServer();
    const { authorizationUrl, state } = await startAuthorization(server);
    const { state: other } = await startAuthorization(server);
    const swapped = `${state.split(".")[0]}.${other.split(".")[1]}`;
    expect((await step(server, authorizationUrl, swapped)).code).toBe("oauth_invalid_state");
  });

  it("rejects a state that another server signed", async () => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    const { state } = await partsOf({ randomSeed: "another server" });
    const rejection = await step(server, authorizationUrl, state);
    expect(rejection.code).toBe("oauth_invalid_state");
    expect(rejection.message).toContain("or signed by another server");
  });

  it("rejects a state from the expiry that the client knows", async () => {
    const server = openServer();
    const { authorizationUrl, state } = await startAuthorization(server);
    server.clock.advance(tenMinutes);
    expect(await step(server, authorizationUrl, state)).toStrictEqual({
      code: "oauth_expired_state",
      message: expect.stringMatching(
        /: the state expired at 2026-07-01T12:10:00\.000Z\. Start the authorization again\.$|^The state expired at 2026-07-01 12:10:00 UTC\.$/,
      ),
    });
  });

  it("follows the clock of the organization", async () => {
    const server = openServer();
    const { authorizationUrl, state } = await startAuthorization(server);
    server.organization("org_north").clock.advance(tenMinutes);
    expect((await step(server, authorizationUrl, state)).code).toBe("oauth_expired_state");
  });

  it("rejects a state whose organization was deleted", async () => {
    const server = openServer();
    const { authorizationUrl, state } = await startAuthorization(server);
    server.control.organizations.delete({ organizationId: "org_north" });
    expect(await step(server, authorizationUrl, state)).toStrictEqual({
      code: "not_found",
      message: expect.stringMatching(/organization org_north/i),
    });
  });

  it("rejects a state whose brain belongs to another organization by now", async () => {
    const server = openServer();
    const { state, authorizationUrl } = await startAuthorization(server);
    const brains = buildState().brains.map((brain) => ({
      ...brain,
      organizationId: brain.id === "brain_tides" ? "org_south" : brain.organizationId,
    }));
    server.restore(buildState({ brains, pages: [], bindings: [] }));
    expect(await step(server, authorizationUrl, state)).toStrictEqual({
      code: "not_found",
      message: expect.stringContaining("rganization org_north no longer has the brain brain_tides."),
    });
  });

  it("keeps a state if it rejects another", async () => {
    const server = openServer();
    const { authorizationUrl, state } = await startAuthorization(server);
    const before = recordsOf(server);
    await step(server, authorizationUrl, `${state}AAAA`);
    expect(recordsOf(server)).toStrictEqual(before);
    const approved = await server.control.oauth.approve({ authorizationUrl });
    expect(await server.control.oauth.confirm(approved)).toMatchObject({ organizationId: "org_north" });
  });
});

describe("the time of a state", () => {
  it("lasts until one millisecond before its expiry, at each step", async () => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    server.clock.advance(tenMinutes - 1);
    expect((await server.fetch(authorizationUrl)).status).toBe(200);
    const approved = await server.control.oauth.approve({ authorizationUrl });
    await server.control.oauth.confirm(approved);
    const { started } = await startAuthorization(server);
    server.clock.advance(tenMinutes - 1);
    await server.control.oauth.deny(started);
  });

  it("also ends for a code that was not confirmed", async () => {
    const server = openServer();
    const approved = await server.control.oauth.approve((await startAuthorization(server)).started);
    server.clock.advance(tenMinutes);
    await expect(server.control.oauth.confirm(approved)).rejects.toMatchObject({ code: "oauth_expired_state" });
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("is extended if the clock is moved back, but not for a used state", async () => {
    const server = openServer();
    const { started: used } = await startAuthorization(server);
    const { started: unused } = await startAuthorization(server);
    const approved = await server.control.oauth.approve(used);
    await server.control.oauth.confirm(approved);
    server.clock.advance(tenMinutes);
    await expect(server.control.oauth.approve(used)).rejects.toMatchObject({ code: "oauth_expired_state" });
    server.clock.set("2026-07-01T11:00:00Z");
    await expect(server.control.oauth.approve(used)).rejects.toMatchObject({ code: "oauth_used_state" });
    await expect(server.control.oauth.confirm(approved)).rejects.toMatchObject({ code: "oauth_used_state" });
    await expect(server.control.oauth.approve(unused)).resolves.toMatchObject({ code: expect.any(String) });
  });
});

describe("an authorization URL", () => {
  it.each([
    ["no URL", "garbage"],
    ["nothing", ""],
    ["another page", "https://knowledge-base.test/_platform/oauth/done?state=a.b"],
    ["a path alone", "/_platform/oauth/authorize?state=a.b"],
  ])("is rejected if it is %s", async (_name, authorizationUrl) => {
    const { oauth } = openServer().control;
    for (const call of [oauth.approve({ authorizationUrl }), oauth.deny({ authorizationUrl })]) {
      await expect(call).rejects.toMatchObject({
        code: "invalid_input",
        message: expect.stringContaining("authorizationUrl must be the URL that oauth.start returned"),
      });
    }
  });

  it("is rejected if it has no state, or more than one", async () => {
    const server = openServer();
    const { authorizationUrl, state } = await startAuthorization(server);
    for (const url of [authorizationUrl.replace(/\?.*/, ""), `${authorizationUrl}&state=${state}`]) {
      const message = expect.stringMatching(/there is (no|more than one) state/);
      const rejection = { code: "oauth_invalid_state", message };
      await expect(server.control.oauth.approve({ authorizationUrl: url })).rejects.toMatchObject(rejection);
      await expect(server.control.oauth.deny({ authorizationUrl: url })).rejects.toMatchObject(rejection);
    }
  });
});
