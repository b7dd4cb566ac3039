import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { buildBinding, buildState } from "./build-state.ts";
import { errorResponse } from "./error-response.ts";
import { openServer } from "./open-server.ts";
import { recordsOf } from "./records-of.ts";
import { requests } from "./requests.ts";
import { send } from "./send.ts";

const path = "/v1/brains/brain_tides/messaging/bindings/binding_deck";
const update = `PATCH ${path}`;
const updated = { status: 200, body: { ...buildBinding(), notifyBriefs: false } };
const limit = 102_400;

/** A JSON body of exactly so many characters that switches the briefs off. */
function textOf(length: number, filler = "x"): string {
  const empty = JSON.stringify({ notifyBriefs: false, padding: "" });
  return empty.replace('""', `"${filler.repeat(length - empty.length)}"`);
}

describe("the content type of a body", () => {
  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    "application/json ; charset=utf-8",
    "Application/JSON",
    " application/json ",
  ])("may be '%s'", async (contentType) => {
    expect(await send(openServer(), update, { json: { notifyBriefs: false }, contentType })).toStrictEqual(updated);
  });

  it.each([
    "",
    "text/plain",
    "text/json",
    "application/jsonp",
    "application/json-patch+json",
    "application/json, text/plain",
    "application/x-www-form-urlencoded",
    "x-application/json",
    "application/ json",
  ])("may not be '%s'", async (contentType) => {
    const server = openServer();
    expect(await send(server, update, { json: { notifyBriefs: false }, contentType })).toStrictEqual(
      errorResponse(400, path, ["Content-Type must be application/json"]),
    );
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("is required", async () => {
    const server = openServer();
    const headers = { "x-api-key": server.apiKey };
    const response = await server.fetch(server.baseUrl + path, { method: "PATCH", headers, body: "{}" });
    expect({ status: response.status, body: await response.json() }).toStrictEqual(
      errorResponse(400, path, ["Content-Type must be application/json"]),
    );
  });

  it("is ignored if there is no body", async () => {
    expect(await send(openServer(), update, { text: "", contentType: "text/plain" })).toStrictEqual({
      status: 200,
      body: buildBinding(),
    });
  });
});

describe("the text of a body", () => {
  it.each(["{", "{}}", "{notifyBriefs:false}", " ", "undefined", "'x'"])(
    "is rejected if it is not JSON (%s)",
    async (text) => {
      const server = openServer();
      const { status, body } = await send(server, update, { text });
      const [reason] = (body as { body: { message: string[] } }).body.message;
      expect(reason).toMatch(/^body must be JSON(: syntax error at line 1 column \d+)?$/);
      expect({ status, body }).toStrictEqual(errorResponse(400, path, [String(reason)]));
      expect(recordsOf(server)).toStrictEqual(buildState());
    },
  );

  it.each(["gzip", "deflate", "br", "GZIP, identity"])("may not be compressed with %s", async (encoding) => {
    const server = openServer();
    const headers = { "x-api-key": server.apiKey, "content-type": "application/json", "content-encoding": encoding };
    const response = await server.fetch(server.baseUrl + path, { method: "PATCH", headers, body: gzipSync("{}") });
    expect({ status: response.status, body: await response.json() }).toStrictEqual(
      errorResponse(400, path, [`body must not be compressed: its Content-Encoding is "${encoding}"`]),
    );
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("may have the Content-Encoding identity", async () => {
    const server = openServer();
    const headers = { "x-api-key": server.apiKey, "content-type": "application/json", "content-encoding": "identity" };
    const response = await server.fetch(server.baseUrl + path, { method: "PATCH", headers, body: "{}" });
    expect(response.status).toBe(200);
  });

  it("is not shown if it is no text", async () => {
    const server = openServer();
    const headers = { "x-api-key": server.apiKey, "content-type": "application/json" };
    const response = await server.fetch(server.baseUrl + path, { method: "PATCH", headers, body: gzipSync("{}") });
    expect({ status: response.status, body: await response.json() }).toStrictEqual(
      errorResponse(400, path, ["body must be JSON in UTF-8, and is no text: it may be compressed"]),
    );
  });

  it.each([
    { text: "null", name: "null" },
    { text: "[]", name: "an array" },
    { text: '[{"notifyBriefs":false}]', name: "an array" },
    { text: '"{}"', name: "a string" },
    { text: "1", name: "1" },
    { text: "true", name: "a boolean" },
  ])("is rejected if it is $text instead of an object", async ({ text, name }) => {
    expect(await send(openServer(), update, { text })).toStrictEqual(
      errorResponse(400, path, [`body must be an object, not ${name}`]),
    );
  });

  it("is decoded as UTF-8: without a byte order mark and lone surrogates", async () => {
    const marked = `\u{feff}{"notifyBriefs":false,"half \ud83c":1}`;
    const server = openServer();
    const text = await send(server, update, { text: marked });
    expect(text).toStrictEqual(updated);
    const headers = { "x-api-key": server.apiKey, "content-type": "application/json" };
    const request = new Request(server.baseUrl + path, { method: "PATCH", headers, body: marked });
    expect((await server.fetch(request)).status).toBe(200);
    expect(server.journal.entries().map(({ ignoredFields }) => ignoredFields)).toEqual([
      ["body.half \ufffd"],
      ["body.half \ufffd"],
    ]);
  });

  it("may have white space around it", async () => {
    expect(await send(openServer(), update, { text: ' \r\n\t{ "notifyBriefs" : false }\n' })).toStrictEqual(updated);
  });
});

describe("the size of a body", () => {
  it("may be 100 KiB", async () => {
    expect(textOf(limit)).toHaveLength(limit);
    expect(await send(openServer(), update, { text: textOf(limit) })).toStrictEqual(updated);
  });

  it("may not be a byte more", async () => {
    const server = openServer();
    expect(await send(server, update, { text: textOf(limit + 1) })).toStrictEqual(
      errorResponse(413, path, "Body exceeds 102400 bytes"),
    );
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it.each([
    { filler: "ü", bytes: 2 },
    { filler: "€", bytes: 3 },
  ])("counts the $bytes bytes of $filler", async ({ filler, bytes }) => {
    const envelope = textOf(limit).replaceAll("x", "").length;
    const fitting = Math.floor((limit - envelope) / bytes);
    const padded = (count: number) => textOf(envelope + count, filler);
    expect(await send(openServer(), update, { text: padded(fitting) })).toStrictEqual(updated);
    expect(await send(openServer(), update, { text: padded(fitting + 1) })).toStrictEqual(
      errorResponse(413, path, "Body exceeds 102400 bytes"),
    );
  });

  it("is limited for every content type", async () => {
    expect(await send(openServer(), update, { text: "x".repeat(limit + 1), contentType: "text/plain" })).toStrictEqual(
      errorResponse(413, path, "Body exceeds 102400 bytes"),
    );
  });

  it.each(requests().filter(({ method }) => method !== "GET"))("is limited for $id", async (request) => {
    const received = await send(openServer(), `${request.method} ${request.path}`, { text: "x".repeat(limit + 1) });
    expect(received).toStrictEqual(errorResponse(413, request.path, "Body exceeds 102400 bytes"));
  });
});
