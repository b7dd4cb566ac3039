import { setTimeout } from "node:timers/promises";
import { type ClientOptions, ConfigurationError, type Middleware } from "@knowledge-base/sdk";
import { describe, expect, it, vi } from "vitest";
import { connect as connectTo, createClient, never, recordRequests, respond, secretKey } from "./helpers/client.ts";
import { getIndex, operationCalls, startOAuth } from "./helpers/operation-calls.ts";
import { expectRejection } from "./helpers/rejections.ts";

/** Creates a client with middleware, whose attempts are repeated twice without a delay. */
const connect = (use: readonly Middleware[], status = 200, options: ClientOptions = {}) =>
  connectTo([], { use, validate: "off", retries: 2, random: () => 0, ...options }, status);

const pass: Middleware = (request, next) => next(request);
const late =
  (delayMs: number): Middleware =>
  (request, next) =>
    setTimeout(delayMs).then(() => next(request));
/** Adds a text to the header x-tag of the object that it has received. */
const tag: Middleware = (request, next) => {
  const headers = request.headers as Record<string, string>;
  headers["x-tag"] = `${headers["x-tag"] ?? ""}1`;
  return next(request);
};

describe("middleware", () => {
  it("sees each request of every operation without the key, and may change it", async () => {
    const seen: Parameters<Middleware>[0][] = [];
    const change: Middleware = (request, next) => {
      seen.push(request);
      const headers = { ...request.headers, "x-tag": "1" };
      return next({ ...request, url: `${request.url}?tag=1`, headers, body: request.body && "{}" });
    };
    const { kb, requests } = connect([change]);
    for (const call of Object.values(operationCalls)) await call(kb);
    expect(JSON.stringify(seen)).not.toContain(secretKey);
    expect(seen.map(({ body }) => body ?? null)).toContain('{"notifyBriefs":true}');
    expect(requests).toMatchObject(
      seen.map(({ method, url, body }) => ({
        method,
        url: `${url}?tag=1`,
        headers: { "x-api-key": secretKey, "x-tag": "1" },
        body: body ? "{}" : null,
      })),
    );
  });

  it("wraps those after it in the list", async () => {
    const order: string[] = [];
    const [outer, inner] = ["outer", "inner"].map(
      (name): Middleware =>
        async (request, next) => {
          order.push(name);
          const response = await next(request);
          order.push(`${name} ${response.status}`);
          return response;
        },
    );
    await getIndex(connect([outer ?? pass, inner ?? pass]).kb);
    expect(order).toEqual(["outer", "inner", "inner 200", "outer 200"]);
  });

  it("runs for each attempt, knows the operation, and changes the headers of that attempt only", async () => {
    const seen: unknown[] = [];
    const count: Middleware = (request, next, context) => {
      seen.push(context.operation);
      return tag(request, next, context);
    };
    const { kb, requests } = connect([count], 503);
    await getIndex(kb).safe();
    expect(seen).toEqual(["promptIndex.get", "promptIndex.get", "promptIndex.get"]);
    expect(requests.map(({ headers }) => headers["x-tag"])).toEqual(["1", "1", "1"]);
  });

  it("may respond without sending, and with another response", async () => {
    const cached = connect([async () => Response.json(["cached"])]);
    expect([await getIndex(cached.kb), cached.requests]).toEqual([["cached"], []]);
    const replace: Middleware = async (request, next) => {
      await next(request);
      return new Response(null, { status: 404 });
    };
    expect((await getIndex(connect([replace]).kb).safe()).error).toMatchObject({ status: 404 });
  });

  it("is inside of the timeout, after which it sends nothing", async () => {
    const { kb } = connect([never], 200, { timeout: 20, retries: 0 });
    expect((await getIndex(kb).safe()).error).toMatchObject({ code: "timeout", limit: "timeout" });
    const slow = connect([late(40)], 200, { timeout: 20 });
    expect((await startOAuth(slow.kb).safe()).error?.code).toBe("timeout");
    await setTimeout(50);
    expect(slow.requests).toEqual([]);
  });

  it.each(["https://other.example.com/v1", "http://kb.example.com/v1", "https://kb.example.com:8443/v1", "no URL"])(
    "cannot send the key to %s",
    async (url) => {
      const { kb, requests } = connect([(request, next) => next({ ...request, url })]);
      const error = await expectRejection(ConfigurationError, getIndex(kb));
      expect(error.message).toMatch(/origin|URL/);
      expect([requests, error.attempts.length]).toEqual([[], 1]);
    },
  );

  it("that calls next twice, or responds with nothing, is a mistake of the caller", async () => {
    const twice: Middleware = async (request, next) => {
      await next(request);
      return next(request);
    };
    const { kb, requests } = connect([twice]);
    expect((await expectRejection(ConfigurationError, getIndex(kb))).message).toContain("next");
    expect(requests).toHaveLength(1);
    await expectRejection(ConfigurationError, getIndex(connect([async () => undefined as never]).kb));
  });

  it("that throws is the cause of a ConfigurationError, which is not retried", async () => {
    const reason = new TypeError("no span");
    const failing = vi.fn<Middleware>(() => {
      throw reason;
    });
    const error = await expectRejection(ConfigurationError, getIndex(connect([pass, failing]).kb));
    expect(error.message).toContain("a middleware failed: no span.");
    expect(error.cause).toBe(reason);
    expect([failing.mock.calls.length, error.attempts.length]).toEqual([1, 1]);
  });

  it("lets the error of next pass, and sees no key in it", async () => {
    const fetch = () => Promise.reject(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
    const rethrow: Middleware = async (request, next) => {
      try {
        return await next(request);
      } catch (error) {
        expect(JSON.stringify(error)).not.toContain(secretKey);
        throw error;
      }
    };
    const { kb } = connect([rethrow, pass], 200, { fetch });
    const { error, attempts } = await getIndex(kb).safe();
    expect(error).toMatchObject({ code: "connection", networkCode: "ECONNRESET" });
    expect(attempts).toHaveLength(3);
    const unsafe = await startOAuth(kb).safe();
    expect(unsafe.error).toMatchObject({ code: "connection", stopReason: "not_repeatable" });
  });

  it("learns from next what has ended the attempt", async () => {
    const codes: unknown[] = [];
    const record: Middleware = (request, next) =>
      next(request).catch((error: unknown) => {
        codes.push((error as { code?: unknown }).code);
        throw error;
      });
    /** Rejects with an error of its own, as some libraries do. */
    const rejectOnAbort: NonNullable<ClientOptions["fetch"]> = (_, { signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("This was aborted"))));
    const { kb } = connect([record], 200, { fetch: rejectOnAbort, retries: 0 });
    await getIndex(kb, { timeout: 20 }).safe();
    await getIndex(kb, { deadline: 20 }).safe();
    await getIndex(kb, { signal: AbortSignal.timeout(20) }).safe();
    await getIndex(connect([record, late(40)], 200, { timeout: 20, retries: 0 }).kb).safe();
    await setTimeout(50);
    expect(codes).toEqual(["timeout", "timeout", "aborted", "timeout"]);
  });

  it("that responds without awaiting next has its own response", async () => {
    let pulls = 0;
    const pull = async (stream: ReadableStreamDefaultController) => {
      await setTimeout(5);
      pulls += 1;
      if (pulls === 1) stream.enqueue(new TextEncoder().encode('["own"]'));
      else stream.close();
    };
    const respond: Middleware = async (request, next) => {
      void next(request);
      return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
    };
    const { data, response, attempts } = await getIndex(connect([respond], 203).kb).withResponse();
    expect([data, response.status, attempts.map(({ status }) => status)]).toEqual([["own"], 200, [200]]);
  });

  it("gets no response whose body is cut off by the timeout", async () => {
    const seen: string[] = [];
    const record: Middleware = (request, next) => {
      const response = next(request);
      response.then(
        () => seen.push("resolved"),
        () => seen.push("rejected"),
      );
      return response;
    };
    const pull = (stream: ReadableStreamDefaultController) => stream.enqueue(new TextEncoder().encode("["));
    const body = () => new ReadableStream({ start: pull }, { highWaterMark: 0 });
    const { kb } = connect([record], 200, { fetch: async () => new Response(body()), timeout: 20, retries: 0 });
    expect((await getIndex(kb).safe()).error).toMatchObject({ code: "timeout" });
    await setTimeout(5);
    expect(seen).toEqual(["rejected"]);
  });

  it("may read the body of the response, or a clone", async () => {
    for (const copy of [(response: Response) => response, (response: Response) => response.clone()]) {
      const read: Middleware = async (request, next) => {
        const response = await next(request);
        expect(await copy(response).text()).toBe("[]");
        return response;
      };
      expect(await getIndex(connect([read, read]).kb)).toEqual([]);
    }
  });

  it("may have headers that are secret, which no error shows", async () => {
    const sign: Middleware = (request, next) =>
      next({ ...request, headers: { ...request.headers, "x-signature-token": "signature_4711" } });
    const { fetch } = recordRequests(async (request) =>
      respond(`{"message":"Not ${new Request(request).headers.get("x-signature-token")}"}`, 403)(),
    );
    const { error } = await getIndex(createClient(fetch, { use: [sign] })).safe();
    expect(error?.message).toContain("Not [redacted]");
    expect(JSON.stringify(error)).not.toContain("signature_4711");
  });
});
