import type { ReferenceServerOptions } from "@knowledge-base/server";
import type { OAuthStart } from "@knowledge-base/types";
import { expect, it } from "vitest";
import { commonRejections, expectRejected } from "../helpers/expect-rejected.ts";
import { buildState, frozenTime, openServer, recordsOf, send } from "../helpers/open-server.ts";

const start = "POST /v1/brains/brain_tides/messaging/oauth/start";
const nonce = expect.stringMatching(/^nonce_[0-9a-hjkmnp-tv-z]{16}$/);

// Starts authorizations one after the other, and returns the parts of their URLs.
async function startMany(count: number, options: ReferenceServerOptions = {}, request = start, key?: string) {
  const server = openServer(options);
  const started = [];
  while (started.length < count) {
    const { status, body } = await send(server, request, key === undefined ? {} : { key });
    const { authorizationUrl, ...rest } = body as OAuthStart;
    const [page, state = ""] = authorizationUrl.split("=");
    const [content = "", signature = ""] = state.split(".");
    const fields = JSON.parse(Buffer.from(content, "base64url").toString("utf8"));
    started.push({ status, rest, page, state, fields, signature });
  }
  return started;
}

const brains = [...buildState().brains, { id: "größe-✓-🌊", organizationId: "org_north", name: "" }];
const page = "https://knowledge-base.test/_platform/oauth/authorize?state";
const tides = { brainId: "brain_tides", organizationId: "org_north" };
const expiresAt = "2026-07-01T12:10:00.000Z";

const größe = start.replace("brain_tides", encodeURIComponent("größe-✓-🌊"));
const south = { brainId: "brain_south", organizationId: "org_south" };
const ofAnyScript = { ...tides, brainId: "größe-✓-🌊" };

it.each<{ what: string; given: Parameters<typeof startMany>; fields: object }>([
  { what: "the brain and its organization", given: [1], fields: tides },
  {
    what: "the organization of the caller",
    given: [1, {}, start.replace("tides", "south"), "key_south"],
    fields: south,
  },
  { what: "ids of any script", given: [1, { seed: buildState({ brains }) }, größe], fields: ofAnyScript },
])("oauth.start responds with 200 and a URL that signs $what, for ten minutes", async ({ given, fields }) => {
  const [started] = await startMany(...given);
  expect(started).toMatchObject({ status: 200, page, fields: { ...fields, expiresAt, nonce } });
  expect(started?.rest).toStrictEqual({ expiresAt });
});

it("oauth.start returns a URL below the base URL", async () => {
  const [started] = await startMany(1, { baseUrl: "http://localhost:8080/api/kb/" });
  expect(started?.page).toBe("http://localhost:8080/api/kb/_platform/oauth/authorize?state");
});

it("oauth.start has another nonce and another signature of 32 bytes in base64url each time", async () => {
  const started = await startMany(20);
  for (const { state } of started) expect(state).toMatch(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}$/);
  const signatures = started.map(({ signature }) => signature);
  expect(signatures.join("")).toMatch(/-.*_|_.*-/);
  expect(new Set(signatures).size).toBe(20);
  expect(new Set(started.map(({ fields }) => fields.nonce)).size).toBe(20);
});

const stored = (name: string, brain = "brain_tides", at = expiresAt) => {
  return { brainId: brain, nonce: name, authorizationUrl: name, expiresAt: at, status: "started" as const };
};
const expired = [stored("a", "brain_tides", frozenTime), stored("b"), stored("c", "brain_ropes", frozenTime)];
const old = Array.from({ length: 10_000 }, (_, index) => `old_${index}`);
const many = old.map((name) => stored(name));
it.each([
  { name: "the expired authorizations of its brain", authorizations: expired, expected: ["b", nonce, "c"] },
  { name: "the oldest of 10,000", authorizations: many, expected: [...old.slice(1), nonce] },
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
