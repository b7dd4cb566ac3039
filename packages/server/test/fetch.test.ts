import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it, vi } from "vitest";
import { buildBinding, buildState } from "./build-state.ts";
import { errorResponse } from "./error-response.ts";
import { openServer } from "./open-server.ts";
import { recordsOf } from "./records-of.ts";

const binding = "/v1/brains/brain_tides/messaging/bindings/binding_deck";
const text = '{"notifyBriefs":false}';
const updated = { status: 200, body: { ...buildBinding(), notifyBriefs: false } };
const json = { "x-api-key": "key_north", "content-type": "application/json" };

async function readResult(response: Promise<Response>): Promise<{ status: number; body: unknown }> {
  const { status, body } = { status: (await response).status, body: await (await response).json() };
  return { status, body };
}

/** The URL of the binding at a server. */
const at = (server: ReferenceServer) => server.baseUrl + binding;

describe("the fetch function takes", () => {
  it("a string", async () => {
    const server = openServer();
    expect(await readResult(server.fetch(at(server), { method: "PATCH", headers: json, body: text }))).toEqual(updated);
  });

  it("a URL", async () => {
    const server = openServer();
    const url = new URL(at(server));
    expect(await readResult(server.fetch(url, { method: "PATCH", headers: json, body: text }))).toEqual(updated);
  });

  it("a string or a URL without init, as a GET", async () => {
    const server = openServer();
    const url = `${server.baseUrl}/v1/brains/brain_tides/index`;
    for (const input of [url, new URL(url)]) {
      expect(await readResult(server.fetch(input))).toStrictEqual(
        errorResponse(401, "/v1/brains/brain_tides/index", "Missing x-api-key header"),
      );
    }
  });

  it("a URL with a fragment, which it drops", async () => {
    const server = openServer();
    expect(
      await readResult(server.fetch(`${at(server)}?x=1#y?z`, { method: "PATCH", headers: json, body: text })),
    ).toEqual(updated);
  });

  it("a Request", async () => {
    const server = openServer();
    const request = new Request(at(server), { method: "PATCH", headers: json, body: text });
    expect(await readResult(server.fetch(request))).toEqual(updated);
  });

  it("a Request without a body", async () => {
    const server = openServer();
    const request = new Request(at(server), { method: "PATCH", headers: { "x-api-key": "key_north" } });
    expect(await readResult(server.fetch(request))).toEqual({ status: 200, body: buildBinding() });
  });

  it("a Request with a query", async () => {
    const server = openServer();
    const url = `${server.baseUrl}/v1/brains/brain_tides/messaging/channels?installationId=installation_pier`;
    expect(await readResult(server.fetch(new Request(url, { headers: json })))).toMatchObject({
      body: [{ id: "C_PIER" }],
    });
  });

  it("a Request of another realm, as in test environments", async () => {
    const server = openServer();
    const { url, method, headers, body, bodyUsed, signal } = new Request(at(server), {
      method: "DELETE",
      headers: json,
    });
    const foreign = { url, method, headers, body, bodyUsed, signal, text: async () => "" } as Request;
    expect(await readResult(server.fetch(foreign))).toEqual({ status: 200, body: { disconnected: true } });
  });

  it("a Request and init, which takes precedence", async () => {
    const server = openServer();
    const request = new Request(at(server), { method: "DELETE", headers: { "x-api-key": "wrong" } });
    expect(await readResult(server.fetch(request, { method: "PATCH", headers: json, body: text }))).toEqual(updated);
  });

  it("a Request and init, which keeps the other properties", async () => {
    const server = openServer();
    const request = new Request(at(server), { method: "PATCH", headers: json, body: "{}" });
    expect(await readResult(server.fetch(request, { body: text }))).toEqual(updated);
  });

  it.each([
    { form: "an object", headers: json },
    { form: "arrays", headers: Object.entries(json) },
    { form: "Headers", headers: new Headers(json) },
  ])("headers as $form", async ({ headers }) => {
    const server = openServer();
    expect(await readResult(server.fetch(at(server), { method: "PATCH", headers, body: text }))).toEqual(updated);
  });

  it.each(["get", "Get", "delete", "post"])("%s in lower case, as the method that it is", async (method) => {
    const server = openServer();
    const path = "/v1/nope";
    expect(await readResult(server.fetch(server.baseUrl + path, { method }))).toStrictEqual(
      errorResponse(404, path, `Cannot ${method.toUpperCase()} ${path}`),
    );
  });

  it.each([
    { form: "a text", body: text },
    { form: "a Uint8Array", body: new TextEncoder().encode(text) },
  ])("patch in lower case for another method than PATCH, with $form for a body", async ({ body }) => {
    vi.spyOn(process, "emitWarning").mockReturnValue();
    const server = openServer();
    expect(await readResult(server.fetch(at(server), { method: "patch", headers: json, body }))).toStrictEqual(
      errorResponse(404, binding, `Cannot patch ${binding}`),
    );
  });

  it.each([
    { form: "a Uint8Array", body: new TextEncoder().encode(text) },
    { form: "an ArrayBuffer", body: new TextEncoder().encode(text).buffer },
    { form: "a Blob", body: new Blob([text]) },
    { form: "bytes with a byte order mark", body: new TextEncoder().encode(`\u{feff}${text}`) },
  ])("$form for a body", async ({ body }) => {
    const server = openServer();
    expect(await readResult(server.fetch(at(server), { method: "PATCH", headers: json, body }))).toEqual(updated);
  });

  it("a stream as a body", async () => {
    const server = openServer();
    const init = { method: "PATCH", headers: json, body: new Blob([text]).stream(), duplex: "half" as const };
    expect(await readResult(server.fetch(at(server), init))).toEqual(updated);
  });

  it("the content type of a Blob", async () => {
    const server = openServer();
    const body = new Blob([text], { type: "application/json" });
    const headers = { "x-api-key": "key_north" };
    expect(await readResult(server.fetch(at(server), { method: "PATCH", headers, body }))).toEqual(updated);
  });

  it.each([null, undefined, ""])("%s for no body", async (body) => {
    const server = openServer();
    const init = { method: "PATCH", headers: { "x-api-key": "key_north" }, ...(body !== undefined && { body }) };
    expect(await readResult(server.fetch(at(server), init))).toEqual({ status: 200, body: buildBinding() });
  });

  it("a call without its server", async () => {
    const { fetch, baseUrl } = openServer();
    expect(await readResult(fetch(baseUrl + binding, { method: "PATCH", headers: json, body: text }))).toEqual(updated);
  });
});

describe("the fetch function", () => {
  it("responds with JSON, also on failure", async () => {
    const server = openServer();
    for (const headers of [json, {}]) {
      const response = await server.fetch(at(server), { method: "PATCH", headers });
      expect([...response.headers]).toEqual([["content-type", "application/json; charset=utf-8"]]);
    }
  });

  it("handles every call independently", async () => {
    const server = openServer();
    const init = { method: "DELETE", headers: json };
    const responses = await Promise.all([server.fetch(at(server), init), server.fetch(at(server), init)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 404]);
  });

  it.each([
    { name: "a relative URL", url: binding, init: { method: "PATCH" } },
    { name: "a URL with a user", url: `https://user@kb.example${binding}`, init: { method: "PATCH" } },
    { name: "a URL with a password", url: `https://:secret@kb.example${binding}`, init: { method: "PATCH" } },
    { name: "a GET with a text for a body", url: `https://kb.example${binding}`, init: { body: text } },
    {
      name: "a HEAD with a text for a body",
      url: `https://kb.example${binding}`,
      init: { method: "head", body: text },
    },
    { name: "a method that is forbidden", url: `https://kb.example${binding}`, init: { method: "TRACE" } },
    { name: "a method that is no token", url: `https://kb.example${binding}`, init: { method: "A B" } },
    { name: "a header that is no token", url: `https://kb.example${binding}`, init: { headers: { "a b": "c" } } },
  ])("rejects $name with a TypeError, as the global one does", async ({ url, init }) => {
    await expect(fetch(url, init)).rejects.toThrow(TypeError);
    await expect(openServer().fetch(url, init)).rejects.toThrow(TypeError);
  });

  it("rejects a Request whose body was read before with a TypeError, as the global one does", async () => {
    const server = openServer();
    const request = new Request(at(server), { method: "PATCH", headers: json, body: text });
    expect(await readResult(server.fetch(request))).toEqual(updated);
    await expect(fetch(request)).rejects.toThrow(TypeError);
    await expect(server.fetch(request)).rejects.toThrow(TypeError);
  });

  it("rejects with a TypeError if the body cannot be read, as the global one does", async () => {
    const server = openServer();
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("The file is gone")) });
    const init = { method: "PATCH", headers: json, body, duplex: "half" as const };
    await expect(server.fetch(at(server), init)).rejects.toThrow(TypeError);
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("does not change the state if it rejects", async () => {
    const server = openServer();
    await expect(server.fetch(binding, { method: "DELETE", headers: json })).rejects.toThrow(TypeError);
    expect(recordsOf(server)).toStrictEqual(buildState());
  });
});
