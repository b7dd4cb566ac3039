import { idle, useFakeTimers } from "@knowledge-base/internal/test-helpers/timers.ts";
import * as sdk from "@knowledge-base/sdk";
import { expect, it, vi } from "vitest";
import { createClient, createJsonClient, recordRequests, respond, secretKey } from "../helpers/client.ts";
import { driveCall } from "../helpers/drive-call.ts";
import { documentedBody, getIndex, operationCalls, startOAuth } from "../helpers/operation-calls.ts";
import { expectRejection } from "../helpers/rejections.ts";
import { hang } from "../helpers/run-operation.ts";

type ClientOptions = sdk.ClientOptions;
type Middleware = sdk.Middleware;

// Creates a client with middleware, whose attempts are repeated twice without a delay.
const connectWith = (use: readonly Middleware[], status = 200, options: ClientOptions = {}) =>
  createJsonClient([], { use, validate: "off", retries: 2, random: () => 0, ...options }, status);

const pass: Middleware = (request, next) => next(request);
const lateMs = 40;
const late: Middleware = (request, next) => new Promise((pass) => setTimeout(pass, lateMs)).then(() => next(request));
// Adds a text to the header x-tag of the object that it has received.
const tag: Middleware = (request, next) => {
  const headers = request.headers as Record<string, string>;
  headers["x-tag"] = `${headers["x-tag"] ?? ""}1`;
  return next(request);
};

it("middleware sees each request of every operation without the key, and may change it", async () => {
  const seen: Parameters<Middleware>[0][] = [];
  const change: Middleware = (request, next) => {
    seen.push(request);
    const headers = { ...request.headers, "x-tag": "1" };
    return next({ ...request, url: `${request.url}?tag=1`, headers, body: request.body && "{}" });
  };
  const { kb, requests } = connectWith([change]);
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

it("middleware may pass on a Request, whose fields are getters", async () => {
  const { kb, requests } = connectWith([
    ({ url, headers }, next) => next(new Request(`${url}?tag=1`, { headers }) as never),
  ]);
  await getIndex(kb);
  expect(requests).toMatchObject([{ method: "GET", url: expect.stringMatching(/\?tag=1$/), body: null }]);
});

it("middleware wraps those after it in the list", async () => {
  const order: string[] = [];
  const use = ["outer", "inner"].map(
    (name): Middleware =>
      async (request, next) => {
        order.push(name);
        const response = await next(request);
        order.push(`${name} ${response.status}`);
        return response;
      },
  );
  await getIndex(connectWith(use).kb);
  expect(order).toEqual(["outer", "inner", "inner 200", "outer 200"]);
});

it("middleware runs for each attempt, knows the operation, and changes the headers of that attempt only", async () => {
  const seen: unknown[] = [];
  const count: Middleware = (request, next, context) => {
    seen.push(context.operation);
    return tag(request, next, context);
  };
  const { kb, requests } = connectWith([count], 503);
  await getIndex(kb).safe();
  expect(seen).toEqual(["promptIndex.get", "promptIndex.get", "promptIndex.get"]);
  expect(requests.map(({ headers }) => headers["x-tag"])).toEqual(["1", "1", "1"]);
});

it("middleware may respond without sending, and with another response", async () => {
  const cached = connectWith([async () => Response.json(["cached"])]);
  expect(await getIndex(cached.kb)).toEqual(["cached"]);
  expect(cached.requests).toEqual([]);
  const replace: Middleware = async (request, next) => {
    await next(request);
    return new Response(null, { status: 404 });
  };
  expect((await getIndex(connectWith([replace]).kb).safe()).error).toMatchObject({ status: 404 });
});

it("middleware is inside of the timeout, after which it sends nothing", async () => {
  useFakeTimers();
  const { kb, requests } = connectWith([late], 200, { timeout: 20 });
  const { error } = await driveCall(startOAuth(kb).safe());
  expect(error).toMatchObject({ code: "timeout", limit: "timeout" });
  await vi.advanceTimersByTimeAsync(lateMs);
  expect(requests).toEqual([]);
});

const elsewhere = [
  "https://other.example.com/v1",
  "http://kb.example.com/v1",
  "https://kb.example.com:8443/v1",
  "no URL",
];

it.each(elsewhere)("middleware can't send the key to %s", async (url) => {
  const { kb, requests } = connectWith([(request, next) => next({ ...request, url })]);
  const error = await expectRejection(sdk.ConfigurationError, getIndex(kb));
  expect(error.message).toMatch(/origin|URL/);
  expect(requests).toEqual([]);
  expect(error.attempts).toHaveLength(1);
});

it("middleware that calls next twice, or responds with nothing, is a mistake of the caller", async () => {
  const twice: Middleware = async (request, next) => {
    await next(request);
    return next(request);
  };
  const { kb, requests } = connectWith([twice]);
  expect((await expectRejection(sdk.ConfigurationError, getIndex(kb))).message).toContain("next");
  expect(requests).toHaveLength(1);
  await expectRejection(sdk.ConfigurationError, getIndex(connectWith([async () => undefined as never]).kb));
});

// Creates a client whose first middleware notes the codes of the errors that it gets from next.
function connectNoting(options: ClientOptions, ...inner: readonly Middleware[]) {
  const codes: unknown[] = [];
  const note: Middleware = (request, next) =>
    next(request).catch((error: unknown) => {
      codes.push((error as { code?: unknown }).code);
      throw error;
    });
  // Rejects with an error of its own, as some libraries do.
  const rejectOnAbort: NonNullable<ClientOptions["fetch"]> = (_, { signal }) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("This was aborted"))));
  return { codes, kb: connectWith([note, ...inner], 200, { fetch: rejectOnAbort, retries: 0, ...options }).kb };
}

it.each<{ what: string; options: ClientOptions; inner: readonly Middleware[] }>([
  { what: "the timeout", options: { timeout: 20 }, inner: [] },
  { what: "the deadline", options: { deadline: 100 }, inner: [] },
  { what: "the timeout, in a later middleware,", options: { timeout: 20 }, inner: [late] },
  { what: "the timeout, in the body,", options: { fetch: hang(200), timeout: 20 }, inner: [] },
])("middleware learns from next that $what has ended the attempt", async ({ options, inner }) => {
  useFakeTimers();
  const { kb, codes } = connectNoting(options, ...inner);
  await driveCall(getIndex(kb).safe());
  await vi.advanceTimersByTimeAsync(lateMs);
  expect(codes).toEqual(["timeout"]);
});

it("middleware learns from next that the caller has ended the attempt", async () => {
  const { kb, codes } = connectNoting({});
  const controller = new AbortController();
  const call = getIndex(kb, { signal: controller.signal }).safe();
  await idle();
  controller.abort();
  await call;
  await idle();
  expect(codes).toEqual(["aborted"]);
});

it("middleware that responds without awaiting next has its own response", async () => {
  let pulls = 0;
  const pull = async (stream: ReadableStreamDefaultController) => {
    await idle();
    pulls += 1;
    if (pulls === 1) stream.enqueue(new TextEncoder().encode('["own"]'));
    else stream.close();
  };
  const respond: Middleware = async (request, next) => {
    void next(request);
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
  };
  const { data, response, attempts } = await getIndex(connectWith([respond], 203).kb).withResponse();
  expect({ data, attempts }).toMatchObject({ data: ["own"], attempts: [{ status: 200 }] });
  expect(response.status).toBe(200);
});

it("middleware may read the body of the response, or a clone", async () => {
  for (const copy of [(response: Response) => response, (response: Response) => response.clone()]) {
    const read: Middleware = async (request, next) => {
      const response = await next(request);
      expect(await copy(response).text()).toBe("[]");
      return response;
    };
    expect(await getIndex(connectWith([read, read]).kb)).toEqual([]);
  }
});

it("middleware may have headers that are secret, which no error shows", async () => {
  const sign: Middleware = (request, next) =>
    next({ ...request, headers: { ...request.headers, "x-signature-token": "signature_4711" } });
  const { fetch } = recordRequests(async (request) =>
    respond(`{"message":"Not ${new Request(request).headers.get("x-signature-token")}"}`, 403)(),
  );
  const { error } = await getIndex(createClient(fetch, { use: [sign] })).safe();
  expect(error?.message).toContain("Not [redacted]");
  expect(JSON.stringify(error)).not.toContain("signature_4711");
});

const { NotFoundError, TimeoutError } = sdk;
class SpanError extends Error {}
const given = { message: "Told by a middleware." };
const wrap: Middleware = (request, next) =>
  next(request).catch((cause: unknown) => {
    throw new SpanError("The span has failed", { cause });
  });
const throwing =
  (reason: unknown): Middleware =>
  () =>
    Promise.reject(reason);
const brand = Symbol.for("@knowledge-base/sdk/error");
const ofAnotherCopy = (code: string) => Object.assign(new Error("no span"), { code, issues: "none", [brand]: true });

const failing = (use: readonly Middleware[]) =>
  connectWith(use, 200, { fetch: () => Promise.reject(new TypeError("fetch failed")) }).kb;

it.each<{ what: string; thrown: unknown; name: string; count: number }>([
  { what: "a ConnectionError", thrown: new sdk.ConnectionError(given), name: "ConnectionError", count: 3 },
  { what: "a TimeoutError", thrown: new TimeoutError({ ...given, limit: "fetch" }), name: "TimeoutError", count: 3 },
  { what: "a ServerError", thrown: new sdk.ServerError({ ...given, status: 503 }), name: "ServerError", count: 3 },
  { what: "a NotFoundError", thrown: new NotFoundError({ ...given, status: 404 }), name: "NotFoundError", count: 1 },
  { what: "an InputError", thrown: new sdk.InputError(given), name: "InputError", count: 1 },
  { what: "an AbortError", thrown: new sdk.AbortError(given), name: "AbortError", count: 1 },
  { what: "an error of another copy", thrown: ofAnotherCopy("connection"), name: "ConnectionError", count: 3 },
])("a middleware that throws $what makes $count attempts end with a $name", async ({ thrown, name, count }) => {
  const { error, attempts } = await getIndex(failing([throwing(thrown)])).safe();
  expect(error?.name).toBe(name);
  expect(attempts).toHaveLength(count);
});

it.each<{ what: string; use: readonly Middleware[] }>([
  { what: "the error of next", use: [wrap] },
  { what: "the error of next, three times", use: [wrap, wrap, wrap] },
  { what: "the error of another middleware", use: [wrap, throwing(new sdk.ConnectionError(given))] },
])("a middleware that wraps $what changes its message and its cause, but not how the call ends", async ({ use }) => {
  const { error, attempts } = await getIndex(failing(use)).safe();
  expect(error?.name).toBe("ConnectionError");
  expect(attempts).toHaveLength(3);
  expect(error?.message).toContain("The span has failed: ");
  expect(error?.cause).toBeInstanceOf(SpanError);
});

it.each<{ what: string; thrown: Error }>([
  { what: "an error of its own", thrown: new TypeError("no span") },
  { what: "an error of its own with a cause", thrown: new SpanError("no span", { cause: new Error("no tracer") }) },
  { what: "an error of a newer copy of the client", thrown: ofAnotherCopy("new_code") },
])("a middleware that throws $what ends the call at once, and the error is the cause", async ({ thrown }) => {
  const { error, attempts } = await getIndex(failing([pass, throwing(thrown)])).safe();
  expect(error?.name).toBe("ConfigurationError");
  expect(attempts).toHaveLength(1);
  expect(error?.message).toContain("a middleware failed: no span.");
  expect(error?.cause).toBe(thrown);
});

it.each([
  new sdk.BadRequestError({
    ...given,
    status: 400,
    body: documentedBody(400),
    issues: [{ path: [], message: "is wrong" }],
  }),
  new sdk.RateLimitError({ ...given, status: 429, rawBody: "Wait.", retryAfter: 5 }),
  new sdk.RedirectError({ ...given, status: 307, location: "https://other.example.com" }),
  new sdk.ConnectionError({ ...given, networkCode: "ECONNRESET" }),
  new TimeoutError({ ...given, limit: "fetch" }),
])("a middleware that throws a $name keeps its fields", async (thrown) => {
  const { error } = await getIndex(connectWith([throwing(thrown)], 200).kb).safe();
  // As JSON, it has no fields that are undefined.
  const { message: _, attempts: __, ...fields } = JSON.parse(JSON.stringify(thrown));
  expect(error).toMatchObject(fields);
});
