import type { ReferenceServer } from "@knowledge-base/server";
import { expect, expectTypeOf, it, vi } from "vitest";
import { buildBinding, buildState, recordsOf } from "../helpers/build-state.ts";
import { errorResponse } from "../helpers/expect-rejected.ts";
import { openServer, paths, read } from "../helpers/open-server.ts";
import { scriptedClock } from "../helpers/time.ts";

it("server.fetch responds to a request as the service does", async () => {
  const server = openServer();
  const url = `${server.baseUrl}/v1/brains/brain_tides/index`;
  const response = await server.fetch(url, { headers: { "x-api-key": "key_north" } });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject([{ slug: "spring-tide", title: "Spring tide" }]);
});

const { archive, binding: path, index } = paths;
const body = '{"notifyBriefs":false}';
const bytes = new TextEncoder().encode(body);
const key = { "x-api-key": "key_north" };
const headers = { ...key, "content-type": "application/json" };
const update = { method: "PATCH", headers, body };
const duplex = "half" as const;
const updated = { ...buildBinding(), notifyBriefs: false };

const baseUrl = "https://knowledge-base.test";
const url = baseUrl + path;

// A Request of another realm, as in test environments.
function foreign(init: RequestInit): Request {
  const { method, headers: sent, body, bodyUsed, signal } = new Request(url, init);
  return { url, method, headers: sent, body, bodyUsed, signal } as Request;
}

it("server.fetch has the signature of the global fetch", () => {
  expectTypeOf<typeof fetch>().toExtend<ReferenceServer["fetch"]>();
});

it.each<{ what: string; input: string | URL | Request; init?: RequestInit }>([
  { what: "a string", input: url, init: update },
  { what: "a URL", input: new URL(url), init: update },
  { what: "a query and a fragment", input: `${url}?x=1#y?z`, init: update },
  { what: "a Request", input: new Request(url, update) },
  { what: "a Request of another realm", input: foreign(update) },
  { what: "a Request and an init with all parts", input: new Request(url, { method: "DELETE" }), init: update },
  { what: "a Request and an init with a body", input: new Request(url, { ...update, body: "{}" }), init: { body } },
])("server.fetch takes $what", async ({ input, init }) => {
  expect(await read(openServer().fetch(input, init))).toEqual({ status: 200, body: updated });
});

// biome-ignore format: one row a line
it.each<{ what: string; init: RequestInit }>([
  { what: "headers in upper case", init: { headers: { "X-API-KEY": "key_north", "Content-Type": "application/json" } } },
  { what: "headers as a list", init: { headers: Object.entries(headers) } },
  { what: "headers as Headers", init: { headers: new Headers(headers) } },
  { what: "a Uint8Array", init: { body: bytes } },
  { what: "an ArrayBuffer", init: { body: bytes.buffer } },
  { what: "a Blob with its type", init: { headers: key, body: new Blob([body], { type: "application/json" }) } },
  { what: "a stream", init: { body: new Blob([body]).stream(), duplex } as RequestInit },
  { what: "bytes with a byte order mark", init: { body: new TextEncoder().encode(`\u{feff}${body}`) } },
  { what: "a text with a byte order mark", init: { body: `\u{feff}${body}` } },
  { what: "options that concern a network", init: { cache: "no-store", redirect: "error", keepalive: true } },
])("server.fetch takes $what in an init", async ({ init }) => {
  expect(await read(openServer().fetch(url, { ...update, ...init }))).toEqual({ status: 200, body: updated });
});

it.each([undefined, null, ""])("server.fetch takes %j for no body", async (none) => {
  const init = { method: "PATCH", headers: key, body: none } as RequestInit;
  expect(await read(openServer().fetch(url, init))).toEqual({ status: 200, body: buildBinding() });
});

it.each([undefined, null])("server.fetch takes %s for an init, as a GET", async (init) => {
  const response = openServer().fetch(new URL(baseUrl + index), init as undefined);
  expect(await read(response)).toStrictEqual(errorResponse(401, index, "Missing x-api-key header"));
});

it("server.fetch takes a method in any case", async () => {
  const response = openServer().fetch(`${baseUrl}/v1/x`, { method: "Delete" });
  expect(await read(response)).toStrictEqual(errorResponse(404, "/v1/x", "Cannot DELETE /v1/x"));
});

it.each(["", "#", "#a#b"])("the URL of a response lacks the fragment '%s' of its request", async (fragment) => {
  for (const input of [url + fragment, new Request(url + fragment)]) {
    const response = await openServer().fetch(input, update);
    expect(response).toMatchObject({ url, redirected: false });
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "application/json; charset=utf-8",
      "x-request-id": "org_north/request_1",
    });
  }
});

it.each<{ what: string; to?: string; init?: RequestInit }>([
  { what: "a relative URL", to: path },
  { what: "a scheme without a network", to: `ftp://kb.example${path}` },
  { what: "a URL with a user", to: `https://user@kb.example${path}` },
  { what: "a URL with a password", to: `https://:secret@kb.example${path}` },
  { what: "a GET with a text", init: { body } },
  { what: "a HEAD with a text", init: { method: "head", body } },
  { what: "a method that is forbidden", init: { method: "TRACE" } },
  { what: "a method that is no token", init: { method: "A B" } },
  { what: "a header that is no token", init: { headers: { "a b": "c" } } },
  { what: "a header with a line break", init: { headers: { a: "b\nc" } } },
])("server.fetch rejects $what with a TypeError, as the global one does", async ({ to = url, init }) => {
  await expect(fetch(to, init)).rejects.toThrow(TypeError);
  const server = openServer();
  await expect(server.fetch(to, init)).rejects.toThrow(TypeError);
  expect(server.journal.entries()).toEqual([]);
});

it("server.fetch rejects a body that can't be read with a TypeError, and records the request", async () => {
  const server = openServer();
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error("The file is gone")) });
  await expect(server.fetch(url, { ...update, body, duplex } as RequestInit)).rejects.toThrow(TypeError);
  const abandoned = { reason: "abandoned", status: null, requestBody: "", committed: false };
  expect(server.journal.entries()).toMatchObject([abandoned]);
});

it("server.fetch decodes a body as UTF-8, and replaces lone surrogates", async () => {
  const server = openServer();
  const body = '{"half \ud83c":1}';
  await server.fetch(baseUrl + path, { ...update, body });
  await server.fetch(new Request(baseUrl + path, { ...update, body }));
  for (const { ignoredFields } of server.journal.entries()) expect(ignoredFields).toEqual(["body.half \ufffd"]);
});

it("server.fetch doesn't read a stream that is too large to its end", async () => {
  const cancel = vi.fn();
  let pulls = 0;
  const pull = (controller: ReadableStreamDefaultController) => {
    pulls += 1;
    controller.enqueue(new TextEncoder().encode("€".repeat(17_067)));
  };
  const body = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  const response = openServer().fetch(url, { ...update, body, duplex } as RequestInit);
  expect(await read(response)).toStrictEqual(errorResponse(413, path, "Body exceeds 102400 bytes"));
  expect(pulls).toBe(2);
  expect(cancel).toHaveBeenCalledOnce();
});

const reason = new Error("enough");
const init = { method: "POST", headers: key };

const aborted = { ...init, signal: AbortSignal.abort(reason) };
it.each<{ where: string; input: string | Request; init: RequestInit }>([
  { where: "an init", input: baseUrl + archive, init: aborted },
  { where: "a Request", input: new Request(baseUrl + archive, aborted), init: {} },
  { where: "an init with a Request", input: new Request(baseUrl + archive, init), init: { signal: aborted.signal } },
])("an abort before the call, by $where, rejects with its reason, and nothing happens", async ({ input, init }) => {
  const server = openServer();
  await expect(server.fetch(input, init)).rejects.toBe(reason);
  expect(recordsOf(server)).toStrictEqual(buildState());
  expect(server.journal.entries()).toEqual([]);
});

it("an abort before the call leaves the body unread", { timeout: 1000 }, async () => {
  const pull = vi.fn();
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  const sent = { ...update, body, duplex, signal: AbortSignal.abort(reason) } as RequestInit;
  await expect(openServer().fetch(new Request(url, sent))).rejects.toBe(reason);
  expect(pull).not.toHaveBeenCalled();
});

it("an abort while the body is read rejects with its reason", { timeout: 1000 }, async () => {
  const controller = new AbortController();
  const body = new ReadableStream({ pull: () => controller.abort(reason) });
  const sent = { ...update, body, duplex, signal: controller.signal } as RequestInit;
  await expect(openServer().fetch(url, sent)).rejects.toBe(reason);
});

it("an abort during the execution rejects with its reason, although the operation is executed", async () => {
  const controller = new AbortController();
  const abort = () => controller.abort(reason);
  const server = openServer({ clock: scriptedClock(() => {}, abort) });
  const pending = server.fetch(baseUrl + archive, { ...init, signal: controller.signal });
  await expect(pending).rejects.toBe(reason);
  expect(server.snapshot().pages[0]).toHaveProperty("archived", true);
});
