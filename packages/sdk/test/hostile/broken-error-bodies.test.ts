import { gzipSync } from "node:zlib";
import {
  ApiError,
  BadRequestError,
  ConnectionError,
  type KnowledgeBase,
  RateLimitError,
  RedirectError,
  ServerError,
  StatusError,
  TimeoutError,
  UnauthorizedError,
} from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { bodyBreaks, startBreaking } from "./breaking-server.ts";
import { createClient, createClientAt, everyCall, getIndex, startOAuth } from "./create-client.ts";
import { startHttp, startRaw } from "./hostile-server.ts";
import { idle, ManualClock } from "./manual-clock.ts";

const classes = [
  [400, BadRequestError, "bad_request"],
  [401, UnauthorizedError, "unauthorized"],
  [403, ApiError, "api_error"],
  [404, ApiError, "api_error"],
  [409, ApiError, "api_error"],
  [501, ServerError, "server_error"],
] as const;

const anyAttempt = { number: 1, started: expect.any(Number), duration: expect.any(Number) };

/** Options with which a call has a single attempt, whatever the status. */
const once = { retries: 0 };

describe.each(Object.entries(bodyBreaks))("an error body that %s", (_how, breakBody) => {
  it.each(classes)("keeps its status %s, and is not retried", async (status, errorClass, code) => {
    const { kb, seen } = await startBreaking(breakBody, [{ status }, { status }, { status }]);
    const error = await expectRejection(errorClass, getIndex(kb));
    expect(error).toMatchObject({ status, code, body: undefined, stopReason: "not_retryable" });
    expect(error.attempts).toEqual([{ ...anyAttempt, status }]);
    expect(seen.requests).toBe(1);
  });

  it.each(Object.entries(everyCall))("keeps the status 401 of %s", async (_, call) => {
    const { kb, seen } = await startBreaking(breakBody, [{ status: 401 }, { status: 401 }]);
    expect(await expectRejection(UnauthorizedError, call(kb))).toMatchObject({ status: 401 });
    expect(seen.requests).toBe(1);
  });

  it("is shown as far as it was received", async () => {
    const begin = "upstream connect error";
    const { kb } = await startBreaking(breakBody, [{ status: 502, begin }], once);
    const error = await expectRejection(ServerError, getIndex(kb));
    expect(error.rawBody?.trimEnd()).toBe(begin);
    expect(error.stopReason).toBe("retries_exhausted");
  });

  it("of a 503 is retried after the delay that the header asks for", async () => {
    const { kb, seen } = await startBreaking(breakBody, [{ status: 503, headers: { "retry-after": "1" } }]);
    const { data, attempts } = await getIndex(kb).withResponse();
    expect(data).toEqual([]);
    expect(attempts).toEqual([
      { ...anyAttempt, status: 503, delay: 1000, reason: "retry_after" },
      { ...anyAttempt, number: 2, status: 200 },
    ]);
    expect(seen.requests).toBe(2);
  });

  it.each([425, 429])("of status %s is retried even for an unsafe operation", async (status) => {
    const oauth = { authorizationUrl: "https://example.com", expiresAt: "2026-06-03T12:00:00.000Z" };
    const { kb, seen } = await startBreaking(breakBody, [{ status }], {}, oauth);
    const { attempts } = await startOAuth(kb).withResponse();
    expect(attempts.map((attempt) => attempt.status)).toEqual([status, 200]);
    expect(seen.requests).toBe(2);
  });

  it("of a 503 is not retried for an unsafe operation, whose error has the status", async () => {
    const { kb, seen } = await startBreaking(breakBody, [{ status: 503 }, { status: 503 }]);
    const error = await expectRejection(ServerError, startOAuth(kb));
    expect(error).toMatchObject({ status: 503, stopReason: "not_repeatable" });
    expect(seen.requests).toBe(1);
  });

  it("of a 429 with a delay beyond the deadline ends the call at once", async () => {
    const broken = { status: 429, headers: { "retry-after": "3600" } };
    const { kb, seen } = await startBreaking(breakBody, [broken, broken]);
    const error = await expectRejection(RateLimitError, getIndex(kb));
    expect(error).toMatchObject({ retryAfter: 3_600_000, stopReason: "retry_after_beyond_deadline" });
    expect(seen.requests).toBe(1);
  });

  it.each([301, 302, 303, 307, 308])("of a redirect with status %s keeps its location", async (status) => {
    const location = "https://other.example.com/v1";
    const { kb, seen } = await startBreaking(breakBody, [{ status, headers: { location } }, { status }]);
    const error = await expectRejection(RedirectError, getIndex(kb));
    expect(error).toMatchObject({ status, location, stopReason: "not_retryable" });
    expect(error.attempts).toEqual([{ ...anyAttempt, status }]);
    expect(seen.requests).toBe(1);
  });

  it("is reported to the hooks as a response with its status", async () => {
    const statuses: number[] = [];
    const onResponse = ({ status }: { readonly status: number }) => statuses.push(status);
    const { kb } = await startBreaking(breakBody, [{ status: 503 }, { status: 403 }], { onResponse });
    await expectRejection(ApiError, getIndex(kb));
    await idle();
    expect(statuses).toEqual([503, 403]);
  });

  it("is read for no longer than its own limit, if timeout and deadline are far away", async () => {
    const { kb } = await startBreaking(breakBody, [{ status: 400 }], { deadline: 900_000, timeout: 900_000 });
    expect(await expectRejection(BadRequestError, getIndex(kb))).toMatchObject({ status: 400 });
  });
});

describe("a successful body that breaks", () => {
  it.each(["is reset", "ends early"] as const)("is a failure of the connection if it %s", async (how) => {
    const { kb, seen } = await startBreaking(bodyBreaks[how], [{ status: 200 }], once);
    const error = await expectRejection(ConnectionError, getIndex(kb));
    expect(error.attempts).toEqual([{ ...anyAttempt, status: 200, code: "connection" }]);
    expect(seen.requests).toBe(1);
  });

  it.each(["stalls", "drips byte by byte"] as const)("is a timeout if it %s", async (how) => {
    const { kb } = await startBreaking(bodyBreaks[how], [{ status: 200 }], { ...once, timeout: 1000 });
    const error = await expectRejection(TimeoutError, getIndex(kb));
    expect(error).toMatchObject({ limit: "timeout" });
  });
});

describe("an error body in a broken encoding", () => {
  const encoded: Readonly<Record<string, readonly [string, string | Uint8Array]>> = {
    "text declared as gzip": ["gzip", "Unauthorized"],
    "gzip that is cut": ["gzip", gzipSync("x".repeat(5000)).subarray(0, 30)],
    "text declared as brotli": ["br", "no brotli at all"],
    "gzip with a wrong checksum": ["gzip", Buffer.concat([gzipSync("Unauthorized").subarray(0, -8), Buffer.alloc(8)])],
  };

  it.each(Object.entries(encoded))("keeps its status: %s", async (_, [encoding, body]) => {
    let requests = 0;
    const url = await startHttp((_, response) => {
      requests += 1;
      response.writeHead(401, { "content-encoding": encoding }).end(body);
    });
    const error = await expectRejection(UnauthorizedError, getIndex(createClientAt(url)));
    expect(error).toMatchObject({ status: 401, body: undefined, stopReason: "not_retryable" });
    expect(requests).toBe(1);
  });

  it.each([
    ["chunks without an end", "transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n"],
    ["chunks whose length is no number", "transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"],
    ["fewer bytes than declared", "content-length: 900\r\n\r\n{}"],
  ])("keeps its status: %s", async (_, rest) => {
    const url = await startRaw(`HTTP/1.1 403 Forbidden\r\n${rest}`);
    const error = await expectRejection(ApiError, getIndex(createClientAt(url)));
    expect(error).toMatchObject({ status: 403, stopReason: "not_retryable" });
    expect(error.attempts).toHaveLength(1);
  });
});

/** A response whose body records what is done with it. */
function recordBody(status: number, headers: Record<string, string> = {}) {
  const seen = { pulls: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(stream) {
        seen.pulls += 1;
        stream.enqueue(new Uint8Array(1024).fill(0x20));
      },
      cancel() {
        seen.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { seen, response: new Response(body, { status, headers }) };
}

describe("a body that is not needed", () => {
  it.each([408, 425, 429, 500, 502, 503, 504])(
    "is cancelled unread if the attempt with status %s is repeated",
    async (status) => {
      const clock = new ManualClock();
      const recorded = [recordBody(status), recordBody(status)];
      const responses = [...recorded.map(({ response }) => response), Response.json([])];
      const kb = createClient(async () => responses.shift() ?? Response.error(), { clock });
      expect(await clock.drive(getIndex(kb))).toEqual([]);
      expect(recorded.map(({ seen }) => seen)).toEqual([
        { pulls: 0, cancelled: true },
        { pulls: 0, cancelled: true },
      ]);
    },
  );

  it.each([301, 302, 303, 307, 308])("is cancelled unread if status %s is a redirect", async (status) => {
    const { seen, response } = recordBody(status, { location: "https://other.example.com" });
    await expectRejection(RedirectError, getIndex(createClient(async () => response)));
    expect(seen).toEqual({ pulls: 0, cancelled: true });
  });

  it("does not delay the next attempt if cancelling it never ends or fails", async () => {
    for (const cancel of [() => new Promise<void>(() => {}), () => Promise.reject(new Error("broken"))]) {
      const clock = new ManualClock();
      const responses = [new Response(new ReadableStream({ cancel }), { status: 503 }), Response.json([])];
      const kb = createClient(async () => responses.shift() ?? Response.error(), { clock });
      expect(await clock.drive(getIndex(kb))).toEqual([]);
    }
  });

  it("closes the connection of an attempt that is repeated", async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    let requests = 0;
    const url = await startHttp((request, response) => {
      requests += 1;
      if (requests > 1) {
        response.end("[]");
        return;
      }
      request.socket.on("close", () => close());
      response.writeHead(503).write("x".repeat(100_000));
    });
    expect(await getIndex(createClientAt(url, { random: () => 0 }))).toEqual([]);
    await closed;
  });
});

describe("the error body of the last attempt", () => {
  it("is read for at most one second", async () => {
    const clock = new ManualClock();
    const body = new ReadableStream({ pull: () => new Promise(() => {}), cancel: () => new Promise(() => {}) });
    const call = getIndex(createClient(async () => new Response(body, { status: 400 }), { clock }));
    const from = clock.now();
    expect(await expectRejection(BadRequestError, clock.drive(call))).toMatchObject({ status: 400, rawBody: "" });
    expect(clock.now() - from).toBe(1000);
    expect(clock.pending).toBe(0);
  });

  it("does not extend the deadline", async () => {
    const clock = new ManualClock();
    const body = new ReadableStream({ pull: () => new Promise(() => {}) });
    const kb: KnowledgeBase = createClient(async () => new Response(body, { status: 400 }), { clock, deadline: 300 });
    const from = clock.now();
    await expectRejection(StatusError, clock.drive(getIndex(kb)));
    expect(clock.now() - from).toBe(300);
  });

  it("breaks with any error without hiding the status", async () => {
    for (const reason of [new TypeError("terminated"), "text", undefined, null]) {
      const pull = (stream: ReadableStreamDefaultController) => stream.error(reason);
      const fetch = async () => new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { status: 401 });
      const error = await expectRejection(UnauthorizedError, getIndex(createClient(fetch)));
      expect(error).toHaveProperty("status", 401);
      expect(error.cause).toBeUndefined();
    }
  });

  it("that was read already does not hide the status", async () => {
    const fetch = async () => {
      const response = new Response("No", { status: 403 });
      await response.text();
      return response;
    };
    expect(await expectRejection(ApiError, getIndex(createClient(fetch)))).toMatchObject({ status: 403 });
  });
});

it("an error body that breaks before its first byte is not called empty", async () => {
  const broken = () => new ReadableStream({ start: (controller) => controller.error(new Error("reset")) });
  const kb = createClient(async () => new Response(broken(), { status: 502 }), once);
  const { message } = await expectRejection(ServerError, getIndex(kb));
  expect(message).toContain("502 whose body did not arrive.");
});
