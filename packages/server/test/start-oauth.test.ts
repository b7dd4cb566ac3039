import type { ReferenceServer, ReferenceServerOptions } from "@knowledge-base/server";
import type { OAuthStart } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { buildState } from "./build-state.ts";
import { errorResponse } from "./error-response.ts";
import { openServer } from "./open-server.ts";
import { recordsOf } from "./records-of.ts";
import { send } from "./send.ts";

const path = "/v1/brains/brain_tides/messaging/oauth/start";

async function start(server: ReferenceServer, key = server.apiKey, brainId = "brain_tides"): Promise<OAuthStart> {
  const { status, body } = await send(server, `POST /v1/brains/${brainId}/messaging/oauth/start`, { key });
  expect(status).toBe(200);
  return body as OAuthStart;
}

/** Starts a number of authorizations on a new server and parses their states. */
async function states(count: number, options: ReferenceServerOptions = {}) {
  const server = openServer(options);
  const urls: URL[] = [];
  for (let index = 0; index < count; index += 1) urls.push(new URL((await start(server)).authorizationUrl));
  return urls.map((url) => {
    const state = url.searchParams.get("state") ?? "";
    const [content = "", signature = ""] = state.split(".");
    return { state, content: JSON.parse(Buffer.from(content, "base64url").toString("utf8")), signature };
  });
}

describe("starting OAuth", () => {
  it("responds with a URL below the base URL and a time ten minutes from now", async () => {
    const { status, body } = await send(openServer(), `POST ${path}`);
    const { authorizationUrl, ...rest } = body as OAuthStart;
    const { origin, pathname, searchParams, hash } = new URL(authorizationUrl);
    expect({ status, rest, origin, pathname, hash, parameters: [...searchParams.keys()] }).toStrictEqual({
      status: 200,
      rest: { expiresAt: "2026-07-01T12:10:00.000Z" },
      origin: "https://knowledge-base.test",
      pathname: "/_platform/oauth/authorize",
      hash: "",
      parameters: ["state"],
    });
  });

  it("keeps the path and the port of the base URL", async () => {
    const server = openServer({ baseUrl: "http://localhost:8080/api/kb/" });
    const { authorizationUrl } = await start(server);
    expect(authorizationUrl.slice(0, authorizationUrl.indexOf("="))).toBe(
      "http://localhost:8080/api/kb/_platform/oauth/authorize?state",
    );
  });

  it("names the brain, the organization, a nonce and the expiry in the state", async () => {
    const [first] = await states(1);
    expect(first?.content).toStrictEqual({
      brainId: "brain_tides",
      organizationId: "org_north",
      nonce: expect.stringMatching(/^nonce_[0-9a-hjkmnp-tv-z]{16}$/),
      expiresAt: "2026-07-01T12:10:00.000Z",
    });
  });

  it("names the organization of the caller", async () => {
    const { authorizationUrl } = await start(openServer(), "key_south", "brain_south");
    const [content = ""] = new URL(authorizationUrl).searchParams.get("state")?.split(".") ?? [];
    expect(JSON.parse(Buffer.from(content, "base64url").toString("utf8"))).toMatchObject({
      brainId: "brain_south",
      organizationId: "org_south",
    });
  });

  it("writes names of any script into the state", async () => {
    const brains = [...buildState().brains, { id: "größe-✓-🌊", organizationId: "org_north", name: "" }];
    const server = openServer({ seed: buildState({ brains }) });
    const { authorizationUrl } = await start(server, server.apiKey, encodeURIComponent("größe-✓-🌊"));
    const [content = ""] = new URL(authorizationUrl).searchParams.get("state")?.split(".") ?? [];
    expect(JSON.parse(Buffer.from(content, "base64url").toString("utf8"))).toMatchObject({ brainId: "größe-✓-🌊" });
  });

  it("signs every state with 32 bytes, written in base64url without padding", async () => {
    const started = await states(20);
    for (const { state, signature } of started) {
      expect(state).toMatch(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}$/);
      expect(Buffer.from(signature, "base64url")).toHaveLength(32);
    }
    expect(started.map(({ signature }) => signature).join("")).toMatch(/-.*_|_.*-/);
  });

  it("generates another nonce and another signature each time", async () => {
    const started = await states(20);
    expect(new Set(started.map(({ content }) => content.nonce)).size).toBe(20);
    expect(new Set(started.map(({ signature }) => signature)).size).toBe(20);
  });

  it("repeats itself with the same random seed", async () => {
    expect(await states(3, { randomSeed: "again" })).toStrictEqual(await states(3, { randomSeed: "again" }));
  });

  it("has a random seed of its own if none is given", async () => {
    expect(await states(1)).toStrictEqual(await states(1, { randomSeed: "knowledge-base" }));
  });

  it("generates other nonces and other signatures with another random seed", async () => {
    const [one] = await states(1, { randomSeed: "one" });
    const [two] = await states(1, { randomSeed: "two" });
    expect(one?.content.nonce).not.toBe(two?.content.nonce);
    expect(one?.signature).not.toBe(two?.signature);
  });

  it("signs the expiry", async () => {
    const [early] = await states(1, { clock: { now: () => 0 } });
    const [late] = await states(1, { clock: { now: () => 1 } });
    expect(early?.content).toStrictEqual({ ...late?.content, expiresAt: "1970-01-01T00:10:00.000Z" });
    expect(late?.content.expiresAt).toBe("1970-01-01T00:10:00.001Z");
    expect(early?.signature).not.toBe(late?.signature);
  });

  it("changes nothing in the state of the server", async () => {
    const server = openServer();
    await start(server);
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("ignores a body", async () => {
    const { status } = await send(openServer(), `POST ${path}`, { text: "{", contentType: "text/plain" });
    expect(status).toBe(200);
  });

  it("rejects a brain that does not exist", async () => {
    const missing = "/v1/brains/brain_moon/messaging/oauth/start";
    expect(await send(openServer(), `POST ${missing}`)).toStrictEqual(errorResponse(404, missing, "Brain not found"));
  });

  it("rejects a brain that is deleted meanwhile", async () => {
    const server = openServer();
    const response = send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
    await Promise.resolve();
    server.control.brains.delete({ brainId: "brain_tides" });
    expect((await response).status).toBe(404);
  });

  it("rejects a brain id that is not percent-encoded UTF-8", async () => {
    const broken = "/v1/brains/%ff/messaging/oauth/start";
    expect(await send(openServer(), `POST ${broken}`)).toStrictEqual(
      errorResponse(400, broken, ["brainId must be percent-encoded UTF-8"]),
    );
  });
});
