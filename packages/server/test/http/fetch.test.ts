import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import { errorResponse } from "../helpers/expect-rejected.ts";
import { buildBinding, buildState, openServer, paths, read, recordsOf } from "../helpers/open-server.ts";
import { scriptedClock } from "../helpers/time.ts";

const { archive, binding: path, index } = paths;
const body = '{"notifyBriefs":false}';
const bytes = new TextEncoder().encode(body);
const key = { "x-api-key": "key_north" };
const headers = { ...key, "content-type": "application/json" };
const update = { method: "PATCH", headers, body };
const duplex = "half" as const;
const updated = { ...buildBinding(), notifyBriefs: false };

const server = openServer();
const url = server.baseUrl + path;

// A Request of another realm, as in test environments.
function foreign(init: RequestInit): Request {
  const { method, headers: sent, body, bodyUsed, signal } = new Request(url, init);
  return { url, method, headers: sent, body, bodyUsed, signal } as Request;
}

describe("server.fetch", () => {
  it("has the signature of the global one", () => {
    expectTypeOf<typeof fetch>().toExtend<ReferenceServer["fetch"]>();
  });

  it.each<[what: string, input: string | URL | Request, init?: RequestInit]>([
    ["a string", url, update],
    ["a URL", new URL(url), update],
    ["a query and a fragment", `${url}?x=1#y?z`, update],
    ["a Request", new Request(url, update)],
    ["a Request of another realm", foreign(update)],
    ["a Request and an init that replaces its parts", new Request(url, { method: "DELETE" }), update],
    ["a Request and an init that keeps its method and headers", new Request(url, { ...update, body: "{}" }), { body }],
  ])("takes %s", async (_, input, init) => {
    expect(await read(openServer().fetch(input, init))).toEqual({ status: 200, body: updated });
  });

  it.each<[what: string, init: RequestInit]>([
    ["headers in upper case", { headers: { "X-API-KEY": "key_north", "Content-Type": "application/json" } }],
    ["headers as a list", { headers: Object.entries(headers) }],
    ["headers as Headers", { headers: new Headers(headers) }],
    ["a Uint8Array", { body: bytes }],
    ["an ArrayBuffer", { body: bytes.buffer }],
    ["a Blob with its content type", { headers: key, body: new Blob([body], { type: "application/json" }) }],
    ["a stream", { body: new Blob([body]).stream(), duplex } as RequestInit],
    ["bytes with a byte order mark", { body: new TextEncoder().encode(`\u{feff}${body}`) }],
    ["a text with a byte order mark", { body: `\u{feff}${body}` }],
    ["options that concern a network", { cache: "no-store", redirect: "error", keepalive: true, signal: null }],
  ])("takes %s in an init", async (_, init) => {
    expect(await read(openServer().fetch(url, { ...update, ...init }))).toEqual({ status: 200, body: updated });
  });

  it.each([undefined, null, ""])("takes %j for no body", async (none) => {
    const init = { method: "PATCH", headers: key, body: none } as RequestInit;
    expect(await read(openServer().fetch(url, init))).toEqual({ status: 200, body: buildBinding() });
  });

  it.each([undefined, null])("takes %s for an init, as a GET", async (init) => {
    const response = server.fetch(new URL(server.baseUrl + index), init as undefined);
    expect(await read(response)).toStrictEqual(errorResponse(401, index, "Missing x-api-key header"));
  });

  it("takes a method in any case", async () => {
    const response = server.fetch(`${server.baseUrl}/v1/x`, { method: "Delete" });
    expect(await read(response)).toStrictEqual(errorResponse(404, "/v1/x", "Cannot DELETE /v1/x"));
  });

  it.each(["", "#", "#a#b"])("returns a response with its URL, without the fragment '%s'", async (fragment) => {
    for (const input of [url + fragment, new Request(url + fragment)]) {
      const response = await openServer().fetch(input, update);
      expect(response).toMatchObject({ url, redirected: false });
      expect(Object.fromEntries(response.headers)).toEqual({
        "content-type": "application/json; charset=utf-8",
        "x-request-id": "org_north/request_1",
      });
    }
  });

  it.each<readonly [what: string, url: string, init: RequestInit]>([
    ["a relative URL", path, { method: "PATCH" }],
    ["a scheme without a network", `ftp://kb.example${path}`, {}],
    ["a URL with a user", `https://user@kb.example${path}`, { method: "PATCH" }],
    ["a URL with a password", `https://:secret@kb.example${path}`, { method: "PATCH" }],
    ["a GET with a text", `https://kb.example${path}`, { body }],
    ["a GET with an empty text", `https://kb.example${path}`, { body: "" }],
    ["a HEAD with a text", `https://kb.example${path}`, { method: "head", body }],
    ["a method that is forbidden", `https://kb.example${path}`, { method: "TRACE" }],
    ["a method that is no token", `https://kb.example${path}`, { method: "A B" }],
    ["a header that is no token", `https://kb.example${path}`, { headers: { "a b": "c" } }],
    ["a header with a line break", `https://kb.example${path}`, { headers: { a: "b\nc" } }],
  ])("rejects %s with a TypeError, as the global one does", async (_, url, init) => {
    await expect(fetch(url, init)).rejects.toThrow(TypeError);
    const server = openServer();
    await expect(server.fetch(url, init)).rejects.toThrow(TypeError);
    expect(server.journal.entries()).toEqual([]);
  });

  it("rejects a body that can't be read with a TypeError, and records the request", async () => {
    const server = openServer();
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("The file is gone")) });
    await expect(server.fetch(url, { ...update, body, duplex } as RequestInit)).rejects.toThrow(TypeError);
    const abandoned = { reason: "abandoned", status: null, requestBody: "", committed: false };
    expect(server.journal.entries()).toMatchObject([abandoned]);
  });

  it("decodes a body as UTF-8, and replaces lone surrogates", async () => {
    const server = openServer();
    const body = '{"half \ud83c":1}';
    await server.fetch(server.baseUrl + path, { ...update, body });
    await server.fetch(new Request(server.baseUrl + path, { ...update, body }));
    for (const { ignoredFields } of server.journal.entries()) expect(ignoredFields).toEqual(["body.half \ufffd"]);
  });

  it("doesn't read a stream that is too large to its end", async () => {
    const cancel = vi.fn();
    let pulls = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      pulls += 1;
      controller.enqueue(new TextEncoder().encode("€".repeat(17_067)));
    };
    const body = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
    const response = server.fetch(url, { ...update, body, duplex } as RequestInit);
    expect(await read(response)).toStrictEqual(errorResponse(413, path, "Body exceeds 102400 bytes"));
    expect(pulls).toBe(2);
    expect(cancel).toHaveBeenCalledOnce();
  });
});

describe("an abort", () => {
  const reason = new Error("enough");
  const init = { method: "POST", headers: key };

  it.each<[where: string, input: string | Request, init: RequestInit]>([
    ["an init", server.baseUrl + archive, { ...init, signal: AbortSignal.abort(reason) }],
    ["a Request", new Request(server.baseUrl + archive, { ...init, signal: AbortSignal.abort(reason) }), {}],
    ["an init with a Request", new Request(server.baseUrl + archive, init), { signal: AbortSignal.abort(reason) }],
  ])("before the call rejects with its reason, and nothing happens or is recorded: %s", async (_, input, init) => {
    const server = openServer();
    await expect(server.fetch(input, init)).rejects.toBe(reason);
    expect(recordsOf(server)).toStrictEqual(buildState());
    expect(server.journal.entries()).toEqual([]);
  });

  it("before the call leaves the body unread", { timeout: 1000 }, async () => {
    const pull = vi.fn();
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const sent = { ...update, body, duplex, signal: AbortSignal.abort(reason) } as RequestInit;
    await expect(server.fetch(new Request(url, sent))).rejects.toBe(reason);
    expect(pull).not.toHaveBeenCalled();
  });

  it("while the body is read rejects with its reason", { timeout: 1000 }, async () => {
    const controller = new AbortController();
    const body = new ReadableStream({ pull: () => controller.abort(reason) });
    const sent = { ...update, body, duplex, signal: controller.signal } as RequestInit;
    await expect(server.fetch(url, sent)).rejects.toBe(reason);
  });

  it("during the execution rejects with its reason, although the operation is executed", async () => {
    const controller = new AbortController();
    const clock = scriptedClock(
      () => {},
      () => controller.abort(reason),
    );
    const server = openServer({ clock });
    const pending = server.fetch(server.baseUrl + archive, { ...init, signal: controller.signal });
    await expect(pending).rejects.toBe(reason);
    expect(server.snapshot().pages[0]).toHaveProperty("archived", true);
  });
});
