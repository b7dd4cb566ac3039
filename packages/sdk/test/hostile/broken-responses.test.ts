import { gzipSync } from "node:zlib";
import { ResponseError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, createClientAt, everyCall, getIndex } from "./create-client.ts";
import { startHttp, startRaw } from "./hostile-server.ts";
import { ManualClock, start } from "./manual-clock.ts";

const empty = "has no body";
const notJson = "is not JSON";

/** Successful responses that are not JSON: status, body and problem. */
const wrong: Readonly<Record<string, readonly [status: number, body: string | null, problem: string]>> = {
  "an empty body": [200, "", empty],
  "no body": [200, null, empty],
  "status 204": [204, null, empty],
  "status 205": [205, null, empty],
  "white space": [200, " \r\n\t", notJson],
  HTML: [200, "<!doctype html><title>Sign in</title>", "is HTML, not JSON: check baseUrl and proxies"],
  text: [200, "OK", notJson],
  "broken JSON": [200, '[{"slug":"a","title', notJson],
  "JSON with something behind it": [200, "[] x", notJson],
  "two JSON documents": [200, "[]\n[]", notJson],
  "JSON with comments": [200, "[] // no entries", notJson],
  "HTML after white space": [200, "\n <html>", "is HTML, not JSON: check baseUrl and proxies"],
  "NaN, which JSON does not know": [200, "[NaN]", notJson],
  "a stream of events": [200, "data: []\n\n", notJson],
  "bytes that are no UTF-8": [200, "\u00ff\u0000\u0001", notJson],
};

describe.each(Object.entries(wrong))("a successful response with %s", (_, [status, body, problem]) => {
  it("is a ResponseError with the syntax error as its cause", async () => {
    const url = await startHttp((_request, response) => {
      response.writeHead(status, { "content-type": "application/json" }).end(body ?? undefined);
    });
    const error = await expectRejection(ResponseError, getIndex(createClientAt(url)));
    expect(error.message).toBe(`Failed to get the prompt index: the response with status ${status} ${problem}.`);
    expect(error.cause).toBeInstanceOf(SyntaxError);
    expect(error).toMatchObject({ code: "response", status, rawBody: body ?? "", issues: [] });
    expect(error.attempts).toHaveLength(1);
    expect(error.attempts[0]?.status).toBe(status);
  });

  it("is a ResponseError of every operation, in every mode of validation", async () => {
    for (const validate of ["strict", "tolerant", "report", "off"] as const) {
      const kb = createClient(async () => new Response(body === "" ? null : body, { status }), { validate });
      for (const call of Object.values(everyCall)) await expectRejection(ResponseError, call(kb));
    }
  });
});

describe("a successful response", () => {
  it("that is HTML, also by its content type, is a ResponseError with its text", async () => {
    const html = "<html><body>Please sign in to the network</body></html>";
    const url = await startHttp((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(html));
    const error = await expectRejection(ResponseError, getIndex(createClientAt(url)));
    expect(error).toMatchObject({ status: 200, rawBody: html });
  });

  it("that is JSON with the content type of HTML is read", async () => {
    const url = await startHttp((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("[]"));
    expect(await getIndex(createClientAt(url))).toEqual([]);
  });

  it("that is shorter than its content-length is read as far as it goes", async () => {
    const url = await startRaw("HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n[]");
    const error = await expectRejection(ResponseError, getIndex(createClientAt(url)));
    expect(error).toMatchObject({ status: 200, rawBody: "[" });
  });

  it("that begins with a byte order mark is read", async () => {
    const url = await startHttp((_, response) => response.end("\ufeff[]"));
    expect(await getIndex(createClientAt(url))).toEqual([]);
  });

  it("that comes in single bytes, umlauts split, is read", async () => {
    const bytes = Buffer.from('{"disconnected":true,"note":"äöü東🎉"}');
    const url = await startHttp(async (_, response) => {
      for (const byte of bytes) await new Promise((done) => response.write(Uint8Array.of(byte), done));
      response.end();
    });
    expect(await createClientAt(url).bindings.unbind({ brainId: "b", bindingId: "c" })).toEqual({
      disconnected: true,
      note: "äöü東🎉",
    });
  });

  it("that is huge and not JSON shows the first 4,096 characters", async () => {
    const url = await startHttp((_, response) => response.end("<".repeat(1_000_000)));
    const error = await expectRejection(ResponseError, getIndex(createClientAt(url)));
    expect(error.rawBody).toBe("<".repeat(4096));
    expect(error.message.length).toBeLessThan(200);
  });

  it("that is nested without end fails with an error of the client", async () => {
    const url = await startHttp((_, response) => response.end("[".repeat(200_000) + "]".repeat(200_000)));
    await expectRejection(ResponseError, getIndex(createClientAt(url)));
  });

  it("that is half of a gzip file is not JSON", async () => {
    const zipped = gzipSync(JSON.stringify(Array.from({ length: 500 }, (_, number) => String(number ** 7))));
    const url = await startHttp((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(zipped.subarray(0, zipped.length / 2));
    });
    const error = await expectRejection(ResponseError, getIndex(createClientAt(url)));
    expect(error.rawBody).toMatch(/^\["0","1","128"/);
  });

  it("that holds __proto__ changes no prototype", async () => {
    const url = await startHttp((_, response) => {
      response.end('{"disconnected":true,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
    });
    await createClientAt(url).bindings.unbind({ brainId: "b", bindingId: "c" });
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("that is invalid has an error with everything that a log needs", async () => {
    const clock = new ManualClock();
    const kb = createClient(async () => new Response("<h1>"), { clock });
    const error = await expectRejection(ResponseError, kb.promptIndex.get({ brainId: "a/b", limit: 3 }));
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: "ResponseError",
      message:
        "Failed to get the prompt index: the response with status 200 is HTML, not JSON: check baseUrl and proxies.",
      operation: "promptIndex.get",
      method: "GET",
      url: "https://kb.example.com/v1/brains/a%2Fb/index?limit=3",
      attempts: [{ number: 1, started: start, duration: 0, status: 200 }],
      code: "response",
      status: 200,
      rawBody: "<h1>",
      issues: [],
      headers: { "content-type": "text/plain;charset=UTF-8" },
      cause: { name: "SyntaxError", message: expect.stringContaining("<h1>") },
    });
  });
});
