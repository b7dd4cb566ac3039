import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "../helpers/build-state.ts";
import { errorResponse, expectRejected, type RejectedRequest } from "../helpers/expect-rejected.ts";
import { openServer, paths, read, type SendOptions, send } from "../helpers/open-server.ts";
import { requests } from "../helpers/requests.ts";

const { binding, index, start } = paths;
const noKey = "Missing x-api-key header";
const wrongType = "Content-Type must be application/json";
const exceeded = { status: 413, message: "Body exceeds 102400 bytes" } as const;
const noRoute = (method: string) => ({ status: 404, message: `Cannot ${method} /v1/nope` }) as const;
const noBrainId = "brainId must be percent-encoded UTF-8";
const limit = 102_400;
const tooLarge = { text: "x".repeat(limit + 1) };
const wideCharacters = ["x", "ü", "€", "🌊"];

// biome-ignore format: several values a line
it.each([
  "/", "/v1", "/v1/", "/v1/brains", "/v1/brains/brain_tides", `${index}/`, `${index}/x`, `/${index}`, `/v1/brains${"/x".repeat(20_000)}`,
  "/v1//brains/brain_tides/index", "/v1/brains//index", "/V1/brains/brain_tides/index", "/v1/brains/brain_tides/INDEX",
  "/v1/br%61ins/brain_tides/index", "/v1/brains/brain_tides%2Findex", "/brains/brain_tides/index", "/_platform/oauth",
])("a request is rejected for the path %s, which no operation has", (path) =>
  expectRejected({ request: `GET ${path}`, status: 404, message: `Cannot GET ${path}` }));

// biome-ignore format: several values a line
it.each([
  `POST ${index}`, `PATCH ${index}`, `GET ${binding}`, `POST ${binding}`, `GET ${start}`, `DELETE ${start}`,
  "PUT /v1/brains/brain_tides/messaging/channels", "PUT /v1/brains/brain_tides/pages/spring-tide/archive",
])("a request is rejected for %s, because the path doesn't have the method", (request) =>
  expectRejected({ request: `${request}?x=1`, status: 404, message: `Cannot ${request}` }));

const changing = requests({ brainId: "%ff" }).filter(({ method }) => method !== "GET");
it.each(changing)("the size of the body of $id is checked before its input", ({ method, path }) =>
  expectRejected({ request: `${method} ${path}`, sending: tooLarge, ...exceeded }),
);

// biome-ignore format: one row a line
it.each<RejectedRequest & { first: string }>([
  { first: "path", request: "GET /v1/nope?limit=0&x=/y?z", sending: { key: null }, ...noRoute("GET") },
  { first: "path", request: "POST /v1/nope", sending: tooLarge, ...noRoute("POST") },
  { first: "key", request: "GET /v1/brains/%ff/index", sending: { key: null }, status: 401, message: noKey },
  { first: "key", request: `PATCH ${binding}`, sending: { key: null, ...tooLarge }, status: 401, message: noKey },
  { first: "size", request: `PATCH ${binding}`, sending: { contentType: "text/plain", ...tooLarge }, ...exceeded },
  { first: "input", request: "GET /v1/brains/brain_moon/index?limit=0", status: 400, message: ["limit must be from 1 to 500"] },
])("a request is rejected for its $first before anything else is checked, such as $request", expectRejected);

it.each(["%", "%zz", "%ff", "%E0%A4%A", "%C0%AF", "a%2"])("an id is rejected that isn't UTF-8, such as %s", (id) =>
  expectRejected({ request: `GET /v1/brains/${id}/index`, status: 400, message: [noBrainId] }),
);

it.each(["x".repeat(100_000), "%7bmoon%7D%20%C3%BC"])("a request is rejected for the id %s, which no brain has", (id) =>
  expectRejected({ request: `GET /v1/brains/${id}/index?x=1`, status: 404, message: "Brain not found" }),
);

// biome-ignore format: one row a line
it.each<{ request: string; sending?: SendOptions; problems: readonly string[] }>([
  { request: "GET /v1/brains/%ff/index?limit=abc", problems: ['limit must be a number, not "abc"'] },
  { request: "GET /v1/brains/%ff/messaging/channels", problems: ["installationId is missing"] },
  { request: "POST /v1/brains/%ff/pages/%ff/archive", problems: ["slug must be percent-encoded UTF-8"] },
  { request: "PATCH /v1/brains/%ff/messaging/bindings/x", sending: { text: "{", contentType: "text/plain" }, problems: [wrongType] },
  {
    request: "PATCH /v1/brains/%ff/messaging/bindings/%fe",
    sending: { json: { notifyChanges: "x", notifyBriefs: null, notifyConnections: [] } },
    problems: [
      "bindingId must be percent-encoded UTF-8",
      "notifyBriefs must be a boolean, not null",
      "notifyConnections must be a boolean, not an array",
      "notifyChanges must be a boolean, not a string",
    ],
  },
])("$request is rejected with the problems of path, query and body, in this order", ({ request, sending, problems }) =>
  expectRejected({ request, status: 400, message: [noBrainId, ...problems], sending }),
);

// biome-ignore format: several values a line
it.each([
  "", "text/plain", "text/json", "application/jsonp", "application/json, text/plain", "application/json-patch+json",
  "x-application/json", "application/ json",
])("a request is rejected for the content type '%s'", (contentType) =>
  expectRejected({ request: `PATCH ${binding}`, sending: { json: {}, contentType }, status: 400, message: [wrongType] }),
);

it.each(wideCharacters)("a request is rejected for a body of a byte more than the limit, of %s", (character) =>
  expectRejected({ request: `PATCH ${binding}`, sending: { text: bodyOf(limit + 1, character) }, ...exceeded }),
);

it.each([
  { text: "null", message: "body must be an object, not null" },
  { text: '[{"notifyBriefs":false}]', message: "body must be an object, not an array" },
  { text: '"{}"', message: "body must be an object, not a string" },
  { text: "1", message: "body must be an object, not 1" },
  { text: "{", message: "body must be JSON: syntax error at line 1 column 2" },
  { text: "{\nx", message: "body must be JSON: syntax error at line 2 column 1" },
  { text: "{}}", message: "body must be JSON: syntax error at line 1 column 3" },
  { text: "undefined", message: "body must be JSON" },
])("a request is rejected for the body $text, because the $message", ({ text, message }) =>
  expectRejected({ request: `PATCH ${binding}`, sending: { text }, status: 400, message: [message] }),
);

it.each([
  { encoding: "gzip", message: 'body must not be compressed: its Content-Encoding is "gzip"' },
  { encoding: "GZIP, identity", message: 'body must not be compressed: its Content-Encoding is "GZIP, identity"' },
  { encoding: "Identity", message: "body must be JSON in UTF-8, and is no text: it may be compressed" },
])("a compressed body with the content encoding '$encoding' is rejected", async ({ encoding, message }) => {
  const { baseUrl, fetch, apiKey } = openServer();
  const headers = { "x-api-key": apiKey, "content-type": "application/json", "content-encoding": encoding };
  const init = { method: "PATCH", headers, body: gzipSync("{}") };
  expect(await read(fetch(baseUrl + binding, init))).toStrictEqual(errorResponse(400, binding, [message]));
});

// A JSON body of so many bytes, all but some of which are those of a character.
function bodyOf(length: number, character: string): string {
  const empty = JSON.stringify({ notifyBriefs: false, padding: "" });
  const size = Buffer.byteLength(character);
  const count = Math.floor((length - empty.length) / size);
  return empty.replace('""', `"${character.repeat(count)}${"x".repeat(length - empty.length - count * size)}"`);
}

const body = { ...buildBinding(), notifyBriefs: false };

it.each([
  "application/json",
  "application/json; charset=utf-8",
  "application/json ; charset=UTF-8",
  "Application/JSON",
  " application/json ",
])("a request is accepted with the content type '%s'", async (contentType) => {
  const sent = { json: { notifyBriefs: false }, contentType };
  expect(await send(openServer(), `PATCH ${binding}`, sent)).toStrictEqual({ status: 200, body });
});

it.each(wideCharacters)("a request is accepted with the largest body of %s", async (character) => {
  const text = bodyOf(limit, character);
  expect(await send(openServer(), `PATCH ${binding}`, { text })).toStrictEqual({ status: 200, body });
});

it("a request is accepted if the bytes of its body fit, although they are no text", async () => {
  const { baseUrl, fetch, apiKey } = openServer();
  const init = { method: "POST", headers: { "x-api-key": apiKey }, body: new Uint8Array(50_008).fill(0xff) };
  expect((await fetch(baseUrl + start, init)).status).toBe(200);
});

const ids = ["a/b", "größe-✓-🌊", "100%", "%2F", "a b+c", "?limit=0#x", "{brainId}", "index", "__proto__", "\u0000"];
it.each(ids)("a request is accepted with the ids %j, which are decoded once", async (id) => {
  const { brains, pages, bindings } = buildState();
  const seed = buildState({
    brains: [...brains, { id, organizationId: "org_north", name: "Odd" }],
    pages: [...pages, buildPage({ brainId: id, slug: "größe" })],
    bindings: [...bindings, buildBinding({ brainId: id, id })],
  });
  const server = openServer({ seed });
  const encoded = encodeURIComponent(id);
  const path = `/v1/brains/${encoded}`;
  expect(await send(server, `GET ${path}/index?limit=1`)).toMatchObject({ body: [{ slug: "größe" }] });
  expect(await send(server, `POST ${path}/pages/gr%C3%B6%C3%9Fe/archive`)).toMatchObject({ body: { brainId: id } });
  expect(await send(server, `DELETE ${path}/messaging/bindings/${encoded}`)).toHaveProperty("status", 200);
});
