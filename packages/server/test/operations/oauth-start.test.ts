import type { ReferenceServer } from "@knowledge-base/server";
import type { OAuthStart } from "@knowledge-base/types";
import { expect, it } from "vitest";
import { buildState, frozenTime, recordsOf } from "../helpers/build-state.ts";
import { commonRejections, expectRejected } from "../helpers/expect-rejected.ts";
import { openServer, send } from "../helpers/open-server.ts";

const start = "POST /v1/brains/brain_tides/messaging/oauth/start";
const nonce = expect.stringMatching(/^nonce_[0-9a-hjkmnp-tv-z]{16}$/);

const expiresAt = "2026-07-01T12:10:00.000Z";

it("oauth.start responds with 200 and a URL with a signed state, which expires in ten minutes", async () => {
  const url = /^https:\/\/knowledge-base\.test\/_platform\/oauth\/authorize\?state=[\w-]+\.[\w-]{43}$/;
  const body = { authorizationUrl: expect.stringMatching(url), expiresAt };
  expect(await send(openServer(), start)).toStrictEqual({ status: 200, body });
});

// Starts an authorization, and returns the page, the state and its content.
async function startOn(server: ReferenceServer, request = start, key = server.apiKey) {
  const { authorizationUrl } = (await send(server, request, { key })).body as OAuthStart;
  const [page, state = ""] = authorizationUrl.split("?state=");
  const [content = "", signature = ""] = state.split(".");
  return { page, signature, fields: JSON.parse(Buffer.from(content, "base64url").toString("utf8")) };
}

it.each([
  { brainId: "brain_tides", organizationId: "org_north", key: "key_north" },
  { brainId: "brain_south", organizationId: "org_south", key: "key_south" },
  { brainId: "größe-✓-🌊", organizationId: "org_north", key: "key_north" },
])("oauth.start signs the brain $brainId and the organization $organizationId", async ({ key, ...ids }) => {
  const brains = [...buildState().brains, { id: "größe-✓-🌊", organizationId: "org_north", name: "" }];
  const server = openServer({ seed: buildState({ brains }) });
  const request = start.replace("brain_tides", encodeURIComponent(ids.brainId));
  expect((await startOn(server, request, key)).fields).toStrictEqual({ ...ids, expiresAt, nonce });
});

it("oauth.start returns a URL below the base URL", async () => {
  const { page } = await startOn(openServer({ baseUrl: "http://localhost:8080/api/kb/" }));
  expect(page).toBe("http://localhost:8080/api/kb/_platform/oauth/authorize");
});

it("oauth.start has another nonce and another signature in base64url each time", async () => {
  const server = openServer();
  const started = await Promise.all(Array.from({ length: 20 }, () => startOn(server)));
  const signatures = new Set(started.map(({ signature }) => signature));
  expect([...signatures].join("")).toMatch(/-.*_|_.*-/);
  expect(signatures.size).toBe(20);
  expect(new Set(started.map(({ fields }) => fields.nonce)).size).toBe(20);
});

const stored = (name: string, brain = "brain_tides", at = expiresAt) => {
  return { brainId: brain, nonce: name, authorizationUrl: name, expiresAt: at, status: "started" as const };
};
const expired = [stored("a", "brain_tides", frozenTime), stored("b"), stored("c", "brain_ropes", frozenTime)];
const old = Array.from({ length: 10_000 }, (_, index) => `old_${index}`);
it.each([
  { name: "the expired authorizations of its brain", authorizations: expired, expected: ["b", nonce, "c"] },
  { name: "the oldest of 10,000", authorizations: old.map((name) => stored(name)), expected: [...old.slice(1), nonce] },
])("oauth.start removes $name", async ({ authorizations, expected }) => {
  const server = openServer({ seed: buildState({ authorizations }) });
  await send(server, start);
  expect(server.snapshot().authorizations?.map((one) => one.nonce)).toEqual(expected);
});

it("oauth.start changes no records, and reads no body, not even with strict bodies", async () => {
  const server = openServer({ strictBodies: true });
  expect((await send(server, start, { text: "{", contentType: "text/plain" })).status).toBe(200);
  expect((await send(server, start, { json: { x: 1 } })).status).toBe(200);
  expect(recordsOf(server)).toStrictEqual(buildState());
});

it.each(commonRejections(start))("oauth.start fails with $status for $what, and changes nothing", expectRejected);

it("oauth.start is rejected with 404 for a brain that is deleted meanwhile", async () => {
  const server = openServer();
  const response = send(server, start);
  await Promise.resolve();
  server.control.brains.delete({ brainId: "brain_tides" });
  expect((await response).status).toBe(404);
});
