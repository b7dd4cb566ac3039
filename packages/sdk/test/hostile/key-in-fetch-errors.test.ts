import { ConnectionError, isKnowledgeBaseError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection, getRejection } from "../expect-rejection.ts";
import { createClient, everyCall, getIndex, secretKey } from "./create-client.ts";
import { expectNoSecret } from "./expect-no-secret.ts";

type Thrower = (request: Request) => unknown;

const configOf = (request: Request) => ({ url: request.url, headers: Object.fromEntries(request.headers) });

/** An error class that keeps the request in a private field and shows it to `util.inspect`. */
class LeakyError extends Error {
  readonly #request: Request;
  constructor(request: Request) {
    super("createRecordedClient");
    this.#request = request;
  }
  [Symbol.for("nodejs.util.inspect.custom")]() {
    return { request: configOf(this.#request) };
  }
  toJSON() {
    return { request: configOf(this.#request) };
  }
}

/** Values with the key that a `fetch` may reject with. */
const throwers: Readonly<Record<string, Thrower>> = {
  "the request as a property, as ky does": (request) => Object.assign(new Error("HTTP error"), { request }),
  "a hidden request": (request) => Object.defineProperty(new Error("HTTP error"), "request", { value: request }),
  "a request behind a symbol": (request) => Object.assign(new Error("x"), { [Symbol("request")]: configOf(request) }),
  "a request behind a getter": (request) =>
    Object.defineProperty(new Error("x"), "request", { get: () => configOf(request), enumerable: true }),
  "its configuration, as axios does": (request) =>
    Object.assign(new Error("Request failed"), { config: configOf(request), code: "ERR_NETWORK" }),
  "its options, as got does": (request) => Object.assign(new Error("x"), { options: configOf(request) }),
  "the key in the message": (request) => new Error(`invalid header ${request.headers.get("x-api-key")}`),
  "the key in the stack": (request) =>
    Object.assign(new Error("x"), { stack: `Error: x\n  at fetch(${request.headers.get("x-api-key")})` }),
  "the key as the code": (request) => Object.assign(new Error("x"), { code: request.headers.get("x-api-key") }),
  "the key as the name": (request) => Object.assign(new Error("x"), { name: request.headers.get("x-api-key") }),
  "the key as the address": (request) => Object.assign(new Error("x"), { address: request.headers.get("x-api-key") }),
  "the headers as JSON": (request) => JSON.stringify(configOf(request)),
  "the key itself": (request) => request.headers.get("x-api-key"),
  "the request itself": (request) => request,
  "the headers themselves": (request) => request.headers,
  "an object with the request": (request) => ({ message: "x", request: configOf(request) }),
  "a list with the headers": (request) => [[...request.headers]],
  "a map with the headers": (request) => new Map(request.headers),
  "a function with the request": (request) => Object.assign(() => {}, { request: configOf(request) }),
  "a cause that holds the request": (request) =>
    new TypeError("fetch failed", { cause: Object.assign(new Error("inner"), { request }) }),
  "a cause of a cause that names the key": (request) =>
    new TypeError("one", { cause: new Error("two", { cause: new Error(`x ${request.headers.get("x-api-key")}`) }) }),
  "a cause that is text": (request) => new Error("x", { cause: `x-api-key: ${request.headers.get("x-api-key")}` }),
  "a cause that is an object": (request) => new Error("x", { cause: configOf(request) }),
  "twenty causes, the last with the key": (request) => {
    let error = new Error(`x ${request.headers.get("x-api-key")}`);
    for (let depth = 0; depth < 20; depth += 1) error = new Error(`cause ${depth}`, { cause: error });
    return error;
  },
  "an AggregateError of requests": (request) =>
    new AggregateError([new Error("one"), Object.assign(new Error("two"), { request })], "both failed"),
  "an AggregateError in a cause": (request) =>
    new Error("x", { cause: new AggregateError([new Error(`x ${request.headers.get("x-api-key")}`)]) }),
  "an AggregateError of text": (request) => new AggregateError([request.headers.get("x-api-key")]),
  "an error that shows a private field": (request) => new LeakyError(request),
  "an error with a prototype that has the request": (request) =>
    Object.setPrototypeOf(
      new Error("x"),
      Object.assign(Object.create(Error.prototype), { request: configOf(request) }),
    ),
};

const fetchThrowing =
  (thrower: Thrower): typeof globalThis.fetch =>
  (input, init) =>
    Promise.reject(thrower(new Request(input, init)));

describe.each(Object.entries(throwers))("a fetch that rejects with %s", (_, thrower) => {
  it("shows the key nowhere", async () => {
    const records: unknown[] = [];
    const record = (...args: unknown[]) => records.push(args);
    const kb = createClient(fetchThrowing(thrower), {
      random: () => 0,
      logLevel: "debug",
      logger: { debug: record, info: record, warn: record, error: record },
      onRetry: record,
      onError: record,
    });
    for (const call of Object.values(everyCall)) {
      const error = await expectRejection(ConnectionError, call(kb));
      expect(isKnowledgeBaseError(error, "connection")).toBe(true);
      expect(error.message).toMatch(/^Failed to .+: .+\.$/);
      expectNoSecret(error);
    }
    expectNoSecret(records);
  });

  it("does not show the key if the body breaks", async () => {
    const kb = createClient(
      async (input, init) => {
        const reason = thrower(new Request(input, init));
        return new Response(new ReadableStream({ pull: (stream) => stream.error(reason) }, { highWaterMark: 0 }));
      },
      { retries: 0 },
    );
    expectNoSecret(await getRejection(getIndex(kb)));
  });
});

describe("the copy of an error that holds the key", () => {
  it("keeps its name, message, stack, code and causes", async () => {
    const cause = Object.assign(new Error(`refused ${secretKey}`), { code: "ECONNREFUSED" });
    const thrown = Object.assign(new TypeError("fetch failed", { cause }), { request: new Request("https://x.test") });
    const error = await expectRejection(
      ConnectionError,
      getIndex(createClient(() => Promise.reject(thrown), { retries: 0 })),
    );
    expect(error.cause).not.toBe(thrown);
    expect(error.cause).toMatchObject({
      name: "TypeError",
      message: "fetch failed",
      stack: thrown.stack,
      cause: { name: "Error", message: "refused [redacted]", code: "ECONNREFUSED" },
    });
    expect(error.message).toContain("fetch failed: refused [redacted] (ECONNREFUSED)");
  });

  it("has no cause if the error has none, and a placeholder if the cause is nothing", async () => {
    const copyOf = async (thrown: Error) => {
      const kb = createClient(() => Promise.reject(Object.assign(thrown, { request: {} })), { retries: 0 });
      return (await expectRejection(ConnectionError, getIndex(kb))).cause as Error;
    };
    expect(Object.hasOwn(await copyOf(new Error("x")), "cause")).toBe(false);
    expect((await copyOf(new Error("x", { cause: null }))).cause).toMatchObject({
      name: "Error",
      message: "fetch rejected with no error",
    });
  });

  it("is made of text too, and of objects without a name and a stack", async () => {
    const causeOf = async (thrown: unknown) =>
      (await expectRejection(ConnectionError, getIndex(createClient(() => Promise.reject(thrown), { retries: 0 }))))
        .cause;
    for (const thrown of [`no way for ${secretKey}`, { message: `no way for ${secretKey}` }]) {
      expect(await causeOf(thrown)).toMatchObject({
        name: "Error",
        message: "no way for [redacted]",
        stack: "Error: no way for [redacted]",
      });
    }
  });

  it("is not made if the error has no secret", async () => {
    const cause = Object.assign(new Error("connect"), {
      code: "ECONNREFUSED",
      errno: -111,
      syscall: "connect",
      port: 1,
    });
    const thrown = new TypeError("fetch failed", { cause });
    const error = await expectRejection(
      ConnectionError,
      getIndex(createClient(() => Promise.reject(thrown), { retries: 0 })),
    );
    expect(error.cause).toBe(thrown);
  });
});
