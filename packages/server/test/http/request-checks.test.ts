import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "../helpers/build-state.ts";
import { errorResponse } from "../helpers/error-response.ts";
import { openServer } from "../helpers/open-server.ts";
import { recordsOf } from "../helpers/records-of.ts";
import { requests } from "../helpers/requests.ts";
import { scriptedClock } from "../helpers/scripted-clock.ts";
import { type SendOptions, send } from "../helpers/send.ts";

const binding = "/v1/brains/brain_tides/messaging/bindings/binding_deck";
const update = `PATCH ${binding}`;
const oauth = "POST /v1/brains/brain_tides/messaging/oauth/start";
const limit = 102_400;

type Status = Parameters<typeof errorResponse>[0];
type Row = readonly [request: string, status: Status, message: string | readonly string[], sending?: SendOptions];

// biome-ignore format: one row a line
const unknownRoutes = [
  `/v1/brains${"/x".repeat(20_000)}`,
  ..."/ /v1 /v1/ /v1/brains /v1/brains/brain_tides /v1/brains/brain_tides/index/ /v1/brains/brain_tides/index/x".split(" "),
  ..."//v1/brains/brain_tides/index /v1//brains/brain_tides/index /v1/brains//index /V1/brains/brain_tides/index".split(" "),
  ..."/v1/brains/brain_tides/INDEX /v1/br%61ins/brain_tides/index /v1/brains/brain_tides%2Findex".split(" "),
  ..."/v1/brains/brain_tides//index /brains/brain_tides/index /_platform/oauth".split(" "),
].map((path): Row => [`GET ${path}`, 404, `Cannot GET ${path}`]);

const wrongMethods = requests().flatMap(({ path }) =>
  ["GET", "POST", "PUT", "PATCH", "DELETE"]
    .filter((method) => !requests().some((known) => known.path === path && known.method === method))
    .map((method): Row => [`${method} ${path}?x=1`, 404, `Cannot ${method} ${path}`]),
);

const tooLarge = { text: "x".repeat(limit + 1) };

// biome-ignore format: one row a line
const order: readonly Row[] = [
  ["GET /v1/nope?limit=0&x=/y?z", 404, "Cannot GET /v1/nope", { key: null }],
  ["POST /v1/nope", 404, "Cannot POST /v1/nope", { key: "wrong", ...tooLarge }],
  ...requests({ brainId: "%ff" }).flatMap(({ method, path }): Row[] => [
    [`${method} ${path}?limit=0`, 401, "Missing x-api-key header", { key: null }],
    [`${method} ${path}?limit=0`, 401, "Invalid x-api-key", { key: "wrong" }],
  ]),
  [update, 401, "Missing x-api-key header", { key: null, ...tooLarge }],
  ...requests({ brainId: "%ff" }).filter(({ method }) => method !== "GET").map(({ method, path }): Row => [`${method} ${path}`, 413, "Body exceeds 102400 bytes", tooLarge]),
  [update, 413, "Body exceeds 102400 bytes", { ...tooLarge, contentType: "text/plain" }],
  ["PATCH /v1/brains/brain_moon/messaging/bindings/x", 400, ["notifyBriefs must be a boolean, not 1"], { json: { notifyBriefs: 1 } }],
  ["POST /v1/brains/brain_moon/pages/%ff/archive", 400, ["slug must be percent-encoded UTF-8"]],
  ["GET /v1/brains/brain_moon/messaging/channels", 400, ["installationId is missing"]],
  ...requests({ brainId: "brain_moon", bindingId: "moon", slug: "moon", installationId: "moon" }).map(({ method, path, query, sending }): Row => [`${method} ${path}${query}`, 404, "Brain not found", sending]),
  [`GET /v1/brains/${"x".repeat(100_000)}/index?x=1`, 404, "Brain not found"],
  ["GET /v1/brains/%7bmoon%7D%20%C3%BC/index", 404, "Brain not found"],
  ...["%", "%zz", "%ff", "%E0%A4%A", "%C0%AF", "a%2"].map((id): Row => [`GET /v1/brains/${id}/index`, 400, ["brainId must be percent-encoded UTF-8"]]),
  ["PATCH /v1/brains/%ff/messaging/bindings/%fe", 400, ["brainId must be percent-encoded UTF-8", "bindingId must be percent-encoded UTF-8", "notifyBriefs must be a boolean, not null", "notifyConnections must be a boolean, not an array", "notifyChanges must be a boolean, not a string"], { json: { notifyChanges: "x", notifyBriefs: null, notifyConnections: [] } }],
  ["PATCH /v1/brains/%ff/messaging/bindings/x", 400, ["brainId must be percent-encoded UTF-8", "Content-Type must be application/json"], { text: "{", contentType: "text/plain" }],
  ["GET /v1/brains/%ff/index?limit=abc", 400, ["brainId must be percent-encoded UTF-8", 'limit must be a number, not "abc"']],
  ["GET /v1/brains/%ff/messaging/channels", 400, ["brainId must be percent-encoded UTF-8", "installationId is missing"]],
];

const wideCharacters = ["x", "ü", "€", "🌊"];
// biome-ignore format: one row a line
const inputs: readonly Row[] = [
  ...["", "text/plain", "text/json", "application/jsonp", "application/json, text/plain", "application/json-patch+json", "x-application/json", "application/ json"].map((contentType): Row => [update, 400, ["Content-Type must be application/json"], { json: {}, contentType }]),
  ...wideCharacters.map((character): Row => [update, 413, "Body exceeds 102400 bytes", { text: bodyOf(limit + 1, character) }]),
  [update, 400, ["body must be an object, not null"], { text: "null" }],
  [update, 400, ["body must be an object, not an array"], { text: '[{"notifyBriefs":false}]' }],
  [update, 400, ["body must be an object, not a string"], { text: '"{}"' }],
  [update, 400, ["body must be an object, not 1"], { text: "1" }],
  [update, 400, ["body must be JSON: syntax error at line 1 column 2"], { text: "{" }],
  [update, 400, ["body must be JSON: syntax error at line 2 column 1"], { text: "{\nx" }],
  [update, 400, ["body must be JSON: syntax error at line 1 column 3"], { text: "{}}" }],
  [update, 400, ["body must be JSON"], { text: "undefined" }],
];

describe("a request is rejected", () => {
  it.each(
    [...unknownRoutes, ...wrongMethods, ...order, ...inputs].map(([request, status, message, sending]) => ({
      request,
      status,
      message,
      sending,
    })),
  )("$request: $status $message", async ({ request, status, message, sending }) => {
    const server = openServer();
    const [, path = ""] = /^\S+ ([^?]*)/.exec(request) ?? [];
    expect(await send(server, request, sending)).toStrictEqual(errorResponse(status, path, message));
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  // biome-ignore format: one row a line
  it.each([
    [{ "content-type": "application/json", "content-encoding": "gzip" }, 'body must not be compressed: its Content-Encoding is "gzip"'],
    [{ "content-type": "application/json", "content-encoding": "GZIP, identity" }, 'body must not be compressed: its Content-Encoding is "GZIP, identity"'],
    [{ "content-type": "application/json", "content-encoding": "Identity" }, "body must be JSON in UTF-8, and is no text: it may be compressed"],
    [{ "content-type": "application/json" }, "body must be JSON in UTF-8, and is no text: it may be compressed"],
    [{}, "Content-Type must be application/json"],
  ])("with compressed bytes and %j", async (headers, message) => {
    const { baseUrl, fetch, apiKey } = openServer();
    const init = { method: "PATCH", headers: { "x-api-key": apiKey, ...headers }, body: gzipSync("{}") };
    const response = await fetch(baseUrl + binding, init);
    expect({ status: response.status, body: await response.json() }).toStrictEqual(errorResponse(400, binding, [message]));
  });

  it.each([
    [new Error("The clock stopped"), "The clock stopped"],
    ["The clock stopped", "The clock stopped"],
    [undefined, "undefined"],
  ])("with 500 if the clock throws %o, and the next one is not", async (thrown, message) => {
    const fail = () => {
      throw thrown;
    };
    const server = openServer({ clock: scriptedClock(fail) });
    const { status, body } = errorResponse(500, oauth.slice(5), message);
    // The time is the machine's.
    const expected = { status, body: { ...(body as object), timestamp: expect.any(String) } };
    expect(await send(server, `${oauth}?x=1`)).toStrictEqual(expected);
    expect((await send(server, oauth)).status).toBe(200);
  });
});

// A JSON body of so many bytes, all but some of which are those of a character.
function bodyOf(length: number, character: string): string {
  const empty = JSON.stringify({ notifyBriefs: false, padding: "" });
  const size = Buffer.byteLength(character);
  const count = Math.floor((length - empty.length) / size);
  return empty.replace('""', `"${character.repeat(count)}${"x".repeat(length - empty.length - count * size)}"`);
}

describe("a request is accepted", () => {
  const typed = (contentType: string): [string, SendOptions] => [
    `the content type ${contentType}`,
    { json: { notifyBriefs: false }, contentType },
  ];
  // biome-ignore format: one row a line
  it.each<[what: string, sending: SendOptions]>([
    ...["", "; charset=utf-8", ";charset=UTF-8", " ; charset=utf-8"].map((end) => typed(`application/json${end}`)),
    ...["Application/JSON", " application/json "].map(typed),
    ["white space in its body", { text: ' \r\n\t{ "notifyBriefs" : false }\n' }],
    ...wideCharacters.map((character): [string, SendOptions] => [`the largest body of ${character}`, { text: bodyOf(limit, character) }]),
  ])("with %s", async (_, sending) => {
    const body = { ...buildBinding(), notifyBriefs: false };
    expect(await send(openServer(), update, sending)).toStrictEqual({ status: 200, body });
  });

  it("if the bytes of its body fit, although they are no text", async () => {
    const { baseUrl, fetch, apiKey } = openServer();
    const init = { method: "POST", headers: { "x-api-key": apiKey }, body: new Uint8Array(50_008).fill(0xff) };
    expect((await fetch(baseUrl + oauth.slice(5), init)).status).toBe(200);
  });

  const ids = ["a/b", "größe-✓-🌊", "100%", "%2F", "a b+c", "?limit=0#x", "{brainId}", "index", "__proto__", "\u0000"];
  it.each(ids)("with the ids %j, which are decoded once", async (id) => {
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
    expect(await send(server, `DELETE ${path}/messaging/bindings/${encoded}`)).toMatchObject({
      body: { disconnected: true },
    });
  });
});
