import { Readable } from "node:stream";
import { ConfigurationError, ConnectionError, type Middleware, ResponseError } from "@knowledge-base/sdk";
import { HttpResponse } from "msw";
import * as undici from "undici";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createClient, never, respond } from "../helpers/client.ts";
import { recordBody } from "../helpers/fake-responses.ts";
import { getIndex, operationCalls } from "../helpers/operation-calls.ts";
import { expectRejection } from "../helpers/rejections.ts";

// Creates a body that consists of some texts and an end of its own; by default, it is complete.
function bodyOf(texts: readonly string[], end?: Error): ReadableStream<Uint8Array> {
  return recordBody((index) => texts[index] ?? end).stream;
}

const fail = () => {
  throw new Error("broken");
};

it("a successful body is limited to maxResponseBytes, which the error names, and isn't requested again", async () => {
  for (const call of Object.values(operationCalls)) {
    const fetch = vi.fn(respond(JSON.stringify(["東京".repeat(166)])));
    const kb = createClient(fetch, { maxResponseBytes: 999, retries: 2 });
    const error = await expectRejection(ResponseError, call(kb));
    expect(error.message).toMatch(/: .*999 bytes.*maxResponseBytes/);
    expect(error).toMatchObject({ code: "response", status: 200, attempts: [{ number: 1, status: 200 }] });
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(await getIndex(kb.withOptions({ maxResponseBytes: 1000, validate: "off" }))).toHaveLength(1);
    fetch.mockClear();
  }
});

it("a successful body is limited to 32 MiB by default", async () => {
  const mebibyte = 2 ** 20;
  const spaces = (count: number) =>
    bodyOf([...Array.from({ length: 31 }, () => " ".repeat(mebibyte)), " ".repeat(count), "[]"]);
  expect(await getIndex(createClient(async () => new Response(spaces(mebibyte - 2))))).toEqual([]);
  await expectRejection(ResponseError, getIndex(createClient(async () => new Response(spaces(mebibyte - 1)))));
});

it("a successful body is cancelled at the first chunk that exceeds the limit, in chunks of any size", async () => {
  for (const size of [1, 1000, 70_000]) {
    const { stream, seen } = recordBody((index) => (index < 1000 ? size : undefined));
    const kb = createClient(async () => new Response(stream), { maxResponseBytes: size * 5 });
    await expectRejection(ResponseError, getIndex(kb));
    expect(seen).toEqual({ chunks: 6, isCancelled: true });
  }
});

it("a successful body that isn't complete is in the response of safe(), as far as it was read", async () => {
  const broken = createClient(respond(bodyOf(["[1,", "2,"], new TypeError("reset"))));
  const { error, response } = await getIndex(broken).safe();
  expect(error).toMatchObject({ code: "connection" });
  expect(response?.status).toBe(200);
  expect(await response?.text()).toBe("[1,2,");
  const large = createClient(async () => new Response(bodyOf(["12345", "67890", "12345"])), { maxResponseBytes: 8 });
  expect(await (await getIndex(large).safe()).response?.text()).toBe("12345678");
  await expectRejection(ResponseError, getIndex(large).asResponse());
});

it("a successful body that breaks is a ConnectionError with the reason", async () => {
  const cause = Object.assign(new Error("other side closed"), { code: "EPIPE" });
  const reason = new TypeError("terminated", { cause });
  const kb = createClient(respond(bodyOf(["["], reason)));
  const error = await expectRejection(ConnectionError, getIndex(kb));
  expect(error).toMatchObject({ networkCode: "EPIPE", attempts: [{ status: 200, code: "connection" }] });
  expect(error.message).toBe(
    "Failed to get the prompt index: terminated: other side closed (EPIPE). The connection to kb.example.com failed.",
  );
  expect(error.cause).toMatchObject({ name: "TypeError", message: "terminated", cause: { code: "EPIPE" } });
});

it("a successful body that breaks is retried, even if it has no stream", async () => {
  const text = () => Promise.reject(new TypeError("Network request failed"));
  const polyfill = vi.fn(async () => ({ status: 200, headers: new Headers(), body: undefined, text }));
  const { error } = await getIndex(createClient(polyfill, { retries: 1, random: () => 0 })).safe();
  expect(error).toMatchObject({ code: "connection", stopReason: "retries_exhausted" });
  expect(polyfill).toHaveBeenCalledTimes(2);
});

it("a successful body that was read, or is being read, is a mistake of the caller", async () => {
  const uses = [(response: Response) => response.text(), async ({ body }: Response) => body?.getReader()];
  for (const use of uses) {
    const response = Response.json([]);
    await use(response);
    const error = await expectRejection(ConfigurationError, getIndex(createClient(async () => response)));
    expect(error.message).toContain("the response was read before. Return a new one");
    expect(error.attempts).toHaveLength(1);
  }
});

// Headers that describe how the body arrived: HTTP/2 refuses the ones of the connection.
const transfer = {
  connection: "keep-alive",
  "content-encoding": "gzip",
  "content-length": "9999",
  "keep-alive": "timeout=5",
  "transfer-encoding": "chunked",
};
const headers = { "x-request-id": "r", ...transfer };
const likePolyfill = (text: string | null, status: number) => ({
  status,
  headers: new Map(Object.entries(headers)),
  text: async () => text ?? "",
});

// Decompressed responses of other libraries.
// biome-ignore format: one row a line
const libraries: readonly { library: string; create: (text: string | null, status: number) => object }[] = [
  { library: "the platform", create: (text, status) => new Response(text, { status, headers }) },
  { library: "undici", create: (text, status) => new undici.Response(text, { status, headers }) },
  { library: "msw", create: (text, status) => new HttpResponse(text, { status, headers }) },
  { library: "node-fetch", create: (text, status) => ({ ...likePolyfill(text, status), body: Readable.from([Buffer.from(text ?? "")]) }) },
  { library: "a polyfill", create: likePolyfill },
];

describe.each(libraries)("a response of the library $library", ({ create }) => {
  type Results = (call: ReturnType<typeof getIndex>) => Promise<readonly Response[]>;

  // Expects all that is seen of a response to be complete: in middleware, and in the results of a call.
  async function expectComplete(status: number, text: string | null, getResults: Results): Promise<void> {
    const seen: Response[] = [];
    const read: Middleware = async (request, next) => {
      const response = await next(request);
      seen.push(response.clone(), response);
      expect(await response.text()).toBe(text ?? "");
      return response;
    };
    for (const use of [[], [read, read]])
      seen.push(...(await getResults(getIndex(createClient(async () => create(text, status) as Response, { use })))));
    for (const response of seen.filter(({ bodyUsed }) => !bodyUsed)) {
      expect(response).toBeInstanceOf(Response);
      for (const copy of [response.clone(), response]) {
        expect(copy).toMatchObject({ status, url: "" });
        expect(copy.headers.get("x-request-id")).toBe("r");
        expect(Object.keys(transfer).filter((name) => copy.headers.has(name))).toEqual([]);
        expect(await copy.text()).toBe(text ?? "");
      }
    }
  }

  it("with status 200 is complete in middleware and in every result, and can be passed on", () =>
    expectComplete(200, "[]", async (call) => {
      const { data, response } = await call.safe();
      expect(data).toEqual([]);
      return [response ?? expect.unreachable(), await call.asResponse(), (await call.withResponse()).response];
    }));

  it("with status 204 is complete in middleware, beside the error and as a response, and can be passed on", () =>
    expectComplete(204, null, async (call) => {
      const { error, response } = await call.safe();
      expect(error).toMatchObject({ status: 204, rawBody: "", requestId: "r" });
      return [response ?? expect.unreachable(), await call.asResponse()];
    }));

  it.each([404, 503])("with status %i is complete in middleware and beside the error, and can be passed on", (status) =>
    expectComplete(status, "No", async (call) => {
      const { error, response } = await call.safe();
      expect(error).toMatchObject({ status, rawBody: "No", requestId: "r" });
      return [response ?? expect.unreachable()];
    }),
  );
});

const noResponses = [undefined, null, "[]", {}, { headers: new Headers(), text: async () => "[]" }, { status: "200" }];

it.each(noResponses)("a fetch that returns %j instead of a response is a mistake of the caller", async (value) => {
  const error = await expectRejection(ConfigurationError, getIndex(createClient(async () => value as never)));
  expect(error.message).toBe("Failed to get the prompt index: fetch must return a Response.");
  expect(error.attempts).toHaveLength(1);
});

it("a response that throws is the reason of a ConfigurationError", async () => {
  const broken = {
    headers: new Headers(),
    body: null,
    text: fail,
    get status() {
      return fail();
    },
  };
  const error = await expectRejection(ConfigurationError, getIndex(createClient(async () => broken)));
  expect(error.message).toBe("Failed to get the prompt index: the attempt failed: broken.");
  expect(error.attempts).toHaveLength(1);
});

// Streams whose `cancel` fails or never ends.
const cancels: readonly { what: string; cancel: () => PromiseLike<void> | undefined }[] = [
  { what: "returns nothing", cancel: () => undefined },
  { what: "throws", cancel: fail },
  { what: "rejects", cancel: () => Promise.reject(new Error("no cancel")) },
  { what: "never ends", cancel: never },
];

it.each(cancels)("a stream whose cancel() $what hides no status and delays nothing", async ({ cancel }) => {
  const pull = (stream: ReadableStreamDefaultController) => stream.enqueue(new Uint8Array(1000));
  for (const status of [200, 302, 401, 404, 503]) {
    const fetch = async () => new Response(new ReadableStream({ pull, cancel }, { highWaterMark: 0 }), { status });
    const kb = createClient(fetch, { random: () => 0, retries: 2, maxResponseBytes: 5000 });
    const { error, attempts } = await getIndex(kb).safe();
    expect(error).toMatchObject({ status });
    expect(attempts).toHaveLength(status === 503 ? 3 : 1);
  }
  const silent = async () => new Response(new ReadableStream({ pull: never, cancel }));
  expect((await getIndex(createClient(silent, { timeout: 20 })).safe()).error).toMatchObject({ code: "timeout" });
});

it.each([
  { size: 0, status: 200 },
  { size: 0, status: 500 },
  { size: 1, status: 200 },
])("an endless stream of $size bytes with status $status ends at the timeout", async ({ size, status }) => {
  const body = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(size)) });
  const kb = createClient(async () => new Response(body(), { status }), { timeout: 150, deadline: 200 });
  expect((await getIndex(kb).safe()).error).toMatchObject(status === 200 ? { code: "timeout" } : { status });
});

const inParts = async () => new Response(bodyOf(["[", ...Array.from({ length: 2998 }, () => " "), "]"]));
const throwing = function MessageChannel() {
  throw new Error("MessageChannel is not implemented");
};

it("a body in 3,000 parts needs no timer", async () => {
  vi.useFakeTimers();
  expect(await getIndex(createClient(inParts))).toEqual([]);
});

it.each([undefined, throwing])("a body in 3,000 parts is read where MessageChannel is %o", async (channel) => {
  vi.stubGlobal("MessageChannel", channel);
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await getIndex(createClient(inParts))).toEqual([]);
});
