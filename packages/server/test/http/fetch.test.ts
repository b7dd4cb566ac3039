import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import { buildBinding, buildState } from "../helpers/build-state.ts";
import { errorResponse } from "../helpers/error-response.ts";
import { openServer } from "../helpers/open-server.ts";
import { recordsOf } from "../helpers/records-of.ts";
import { scriptedClock } from "../helpers/scripted-clock.ts";

const path = "/v1/brains/brain_tides/messaging/bindings/binding_deck";
const archive = "/v1/brains/brain_tides/pages/spring-tide/archive";
const index = "/v1/brains/brain_tides/index";
const text = '{"notifyBriefs":false}';
const bytes = new TextEncoder().encode(text);
const key = { "x-api-key": "key_north" };
const headers = { ...key, "content-type": "application/json" };
const update = { method: "PATCH", headers, body: text };
const duplex = "half" as const;
const unchanged = { status: 200, body: buildBinding() };
const updated = { status: 200, body: { ...buildBinding(), notifyBriefs: false } };

type Call = (server: ReferenceServer, url: string) => Promise<Response>;

async function responseTo(call: Call): Promise<{ readonly status: number; readonly body: unknown }> {
  const server = openServer();
  const response = await call(server, server.baseUrl + path);
  return { status: response.status, body: await response.json() };
}

// A Request of another realm, as in test environments.
function foreign(url: string, init: RequestInit): Request {
  const { method, headers: sent, body, bodyUsed, signal } = new Request(url, init);
  return { url, method, headers: sent, body, bodyUsed, signal } as Request;
}

// biome-ignore format: one row a line
const calls: Readonly<Record<string, Call>> = {
  "a string": ({ fetch }, url) => fetch(url, update),
  "a URL": ({ fetch }, url) => fetch(new URL(url), update),
  "a query and a fragment": ({ fetch }, url) => fetch(`${url}?x=1#y?z`, update),
  "a Request": ({ fetch }, url) => fetch(new Request(url, update)),
  "a Request of another realm": ({ fetch }, url) => fetch(foreign(url, update)),
  "a Request and an init that replaces its parts": ({ fetch }, url) => fetch(new Request(url, { method: "DELETE", headers: { "x-api-key": "wrong" } }), update),
  "a Request and an init that keeps its other parts": ({ fetch }, url) => fetch(new Request(url, { ...update, body: "{}" }), { method: "PATCH", body: text }),
  "headers in upper case": ({ fetch }, url) => fetch(url, { ...update, headers: { "X-API-KEY": "key_north", "Content-Type": "application/json" } }),
  "headers as a list": ({ fetch }, url) => fetch(url, { ...update, headers: Object.entries(headers) }),
  "headers as Headers": ({ fetch }, url) => fetch(url, { ...update, headers: new Headers(headers) }),
  "a Uint8Array": ({ fetch }, url) => fetch(url, { ...update, body: bytes }),
  "an ArrayBuffer": ({ fetch }, url) => fetch(url, { ...update, body: bytes.buffer }),
  "a Blob with its content type": ({ fetch }, url) => fetch(url, { method: "PATCH", headers: key, body: new Blob([text], { type: "application/json" }) }),
  "a stream": ({ fetch }, url) => fetch(url, { ...update, body: new Blob([text]).stream(), duplex } as RequestInit),
  "bytes with a byte order mark": ({ fetch }, url) => fetch(url, { ...update, body: new TextEncoder().encode(`\u{feff}${text}`) }),
  "a text with a byte order mark": ({ fetch }, url) => fetch(url, { ...update, body: `\u{feff}${text}` }),
  "options that concern a network": ({ fetch }, url) => fetch(url, { ...update, cache: "no-store", redirect: "error", keepalive: true, signal: null }),
};
// biome-ignore format: one row a line
const bodiless: Readonly<Record<string, Call>> = {
  "a Request without a body": ({ fetch }, url) => fetch(new Request(url, { method: "PATCH", headers: key })),
  "null for a body": ({ fetch }, url) => fetch(url, { method: "PATCH", headers: key, body: null }),
  "an empty text": ({ fetch }, url) => fetch(url, { method: "PATCH", headers: key, body: "" }),
};

describe("server.fetch", () => {
  it("has the signature of the global one", () => {
    expectTypeOf<typeof fetch>().toExtend<ReferenceServer["fetch"]>();
  });

  it.each(Object.entries(calls))("takes %s", async (_, call) => {
    expect(await responseTo(call)).toEqual(updated);
  });

  it.each(Object.entries(bodiless))("takes %s", async (_, call) => {
    expect(await responseTo(call)).toEqual(unchanged);
  });

  it.each([undefined, null])("takes %s for an init, as a GET", async (init) => {
    const response = responseTo(({ fetch, baseUrl }) => fetch(new URL(baseUrl + index), init as undefined));
    expect(await response).toStrictEqual(errorResponse(401, index, "Missing x-api-key header"));
  });

  it.each(["get", "Delete", "post"])("takes %s as the method that it is", async (method) => {
    const response = responseTo(({ fetch, baseUrl }) => fetch(`${baseUrl}/v1/x`, { method }));
    expect(await response).toStrictEqual(errorResponse(404, "/v1/x", `Cannot ${method.toUpperCase()} /v1/x`));
  });

  it.each([`${index}?limit=1`, "/v1/x"])(
    "returns a response with its URL, without the fragment: %s",
    async (target) => {
      const { baseUrl, fetch } = openServer();
      const url = baseUrl + target;
      for (const input of [url, `${url}#`, `${url}#a#b`, new Request(`${url}#part`)]) {
        const response = await fetch(input, { headers: key });
        expect([response.url, response.redirected]).toEqual([url, false]);
        expect([...response.headers]).toEqual([
          ["content-type", "application/json; charset=utf-8"],
          ["x-request-id", expect.stringMatching(/^org_north\/request_\d$/)],
        ]);
      }
    },
  );

  it.each<readonly [what: string, url: string, init: RequestInit]>([
    ["a relative URL", path, { method: "PATCH" }],
    ["a URL with a user", `https://user@kb.example${path}`, { method: "PATCH" }],
    ["a URL with a password", `https://:secret@kb.example${path}`, { method: "PATCH" }],
    ["a GET with a text", `https://kb.example${path}`, { body: text }],
    ["a GET with an empty text", `https://kb.example${path}`, { body: "" }],
    ["a HEAD with a text", `https://kb.example${path}`, { method: "head", body: text }],
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

  it("rejects a body that was read before, or that cannot be read, with a TypeError", async () => {
    const server = openServer();
    const request = new Request(server.baseUrl + path, update);
    expect((await server.fetch(request)).status).toBe(200);
    await expect(server.fetch(request)).rejects.toThrow(TypeError);
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("The file is gone")) });
    const broken = { ...update, body, duplex } as RequestInit;
    await expect(server.fetch(server.baseUrl + path, broken)).rejects.toThrow(TypeError);
    const abandoned = { reason: "abandoned", status: null, requestBody: "", committed: false };
    expect(server.journal.entries()).toMatchObject([{ status: 200 }, abandoned]);
  });

  it("decodes a body as UTF-8, and replaces lone surrogates", async () => {
    const server = openServer();
    const body = '{"half \ud83c":1}';
    await server.fetch(server.baseUrl + path, { ...update, body });
    await server.fetch(new Request(server.baseUrl + path, { ...update, body }));
    for (const { ignoredFields } of server.journal.entries()) expect(ignoredFields).toEqual(["body.half \ufffd"]);
  });

  it("does not read a stream that is too large to its end", async () => {
    const cancel = vi.fn();
    let pulls = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      pulls += 1;
      controller.enqueue(new TextEncoder().encode("€".repeat(17_067)));
    };
    const body = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
    const response = responseTo(({ fetch }, url) => fetch(url, { ...update, body, duplex } as RequestInit));
    expect(await response).toStrictEqual(errorResponse(413, path, "Body exceeds 102400 bytes"));
    expect(pulls).toBe(2);
    expect(cancel).toHaveBeenCalledOnce();
  });
});

describe("an abort", () => {
  const reason = new Error("enough");
  const init = { method: "POST", headers: key };

  type Send = (server: ReferenceServer, url: string, signal: AbortSignal) => Promise<Response>;
  // biome-ignore format: one row a line
  it.each<readonly [where: string, send: Send]>([
    ["an init", ({ fetch }, url, signal) => fetch(url, { ...init, signal })],
    ["a Request", ({ fetch }, url, signal) => fetch(new Request(url, { ...init, signal }))],
    ["an init, instead of that of a Request", ({ fetch }, url, signal) => fetch(new Request(url, init), { signal })],
  ])("before the call rejects with its reason, and nothing happens: %s", async (_, send) => {
    const server = openServer();
    const ownReason = AbortSignal.abort();
    await expect(send(server, server.baseUrl + archive, AbortSignal.abort(reason))).rejects.toBe(reason);
    await expect(send(server, server.baseUrl + archive, ownReason)).rejects.toBe(ownReason.reason);
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("before the call leaves the body unread", { timeout: 1000 }, async () => {
    const pull = vi.fn();
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const sent = { ...update, body, duplex, signal: AbortSignal.abort(reason) } as RequestInit;
    await expect(responseTo(({ fetch }, url) => fetch(new Request(url, sent)))).rejects.toBe(reason);
    expect(pull).not.toHaveBeenCalled();
  });

  it("while the body is read rejects with its reason", { timeout: 1000 }, async () => {
    const controller = new AbortController();
    const body = new ReadableStream({ pull: () => controller.abort(reason) });
    const sent = { ...update, body, duplex, signal: controller.signal } as RequestInit;
    await expect(responseTo(({ fetch }, url) => fetch(url, sent))).rejects.toBe(reason);
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
