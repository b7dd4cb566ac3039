import { startHttp } from "@knowledge-base/internal/test-helpers/start-http.ts";
import { type Attempt, CallPromise, type ClientOptions, NotFoundError, ResponseError } from "@knowledge-base/sdk";
import { expect, it, vi } from "vitest";
import { createClient, never, respond, respondJson } from "../helpers/client.ts";
import { documentedBody, entry, getIndex } from "../helpers/operation-calls.ts";
import { expectRejection } from "../helpers/rejections.ts";
import { startRaw } from "../helpers/sockets.ts";

const anyNumber: unknown = expect.any(Number);
const oneAttempt = (status: number) => [{ number: 1, started: anyNumber, duration: anyNumber, status }];
const attempts: readonly Attempt[] = [{ number: 1, started: 5, duration: 7, status: 404 }];
const notFound = new NotFoundError({ message: "There is no such page.", status: 404, attempts });
const body = JSON.stringify([entry]);

const fail = (): never => {
  throw new Error("it is broken");
};
const kb = createClient(fail);
const get = (fetch: ClientOptions["fetch"], options?: ClientOptions) => () => getIndex(createClient(fetch, options));

// biome-ignore format: one row a line
it.each<{ what: string; call: () => CallPromise<unknown, unknown>; code: string; status?: number; attempts?: number }>([
  { what: "an error status", call: get(respondJson(documentedBody(404), 404)), code: "not_found", status: 404 },
  { what: "a fetch that rejects with nothing", call: get(() => Promise.reject(undefined)), code: "connection" },
  { what: "a fetch that throws", call: get(fail), code: "connection" },
  { what: "a response that is not JSON", call: get(respond("<h1>")), code: "response", status: 200 },
  { what: "a response of another shape", call: get(respondJson({ no: "list" })), code: "response", status: 200 },
  { what: "a timeout", call: get(never, { timeout: 5 }), code: "timeout" },
  { what: "a key function that fails", call: get(fetch, { apiKey: fail }), code: "configuration" },
  { what: "a function that throws", call: get(respond(null, 503), { random: fail, retries: 1 }), code: "configuration", status: 503 },
  { what: "no input", call: () => kb.promptIndex.get(undefined as never), code: "input", attempts: 0 },
  { what: "an invalid option", call: () => getIndex(kb, { timeout: 0 }), code: "configuration", attempts: 0 },
])("a call that fails with $what rejects in every way but safe()", async ({ call, code, status, attempts: made = 1 }) => {
  const promise = call();
  const result = (await promise.safe()) as { error: Error; response?: Response; attempts: readonly Attempt[] };
  expect(Object.keys(result).toSorted()).toEqual(["attempts", "error", "ok", "response"]);
  expect(result).toMatchObject({ ok: false, error: { code } });
  expect(result.response?.status).toBe(status);
  expect(result.attempts).toHaveLength(made);
  expect(Reflect.get(result.error, "attempts")).toEqual(result.attempts);
  expect(await expectRejection(Error, promise)).toBe(result.error);
  expect(await expectRejection(Error, promise.withResponse())).toBe(result.error);
  if (code === "response") expect((await promise.asResponse()).status).toBe(status);
  else expect(await expectRejection(Error, promise.asResponse())).toBe(result.error);
});

it("a call that succeeds has its output, its response and its attempts, of one request", async () => {
  let requests = 0;
  const baseUrl = await startHttp((_, response) => {
    requests += 1;
    response.writeHead(200, { "x-request-id": "r1" }).end(body);
  });
  const call = getIndex(createClient(undefined, { baseUrl }));
  const ways = [call, call.safe(), call.withResponse(), call.asResponse()] as const;
  const [data, safe, result, response] = await Promise.all(ways);
  expect(data).toEqual([entry]);
  expect(safe).toEqual({ ok: true, data, response: expect.any(Response), attempts: oneAttempt(200) });
  expect(result).toEqual({ data, response: expect.any(Response), attempts: oneAttempt(200) });
  const url = `${baseUrl}/v1/brains/b/index`;
  for (const each of [safe.response, result.response, response]) {
    expect(each).toMatchObject({ status: 200, statusText: "OK", ok: true, bodyUsed: false, url });
    expect(each?.clone().url).toBe(url);
    // Libraries that trace calls wrap responses.
    const wrapped = new Proxy(each ?? {}, { get: () => "wrapped" });
    for (const name of ["url", "clone"]) expect(Reflect.get(wrapped, name)).toBe("wrapped");
    expect(each?.headers.get("x-request-id")).toBe("r1");
    expect(await each?.text()).toBe(body);
  }
  expect(requests).toBe(1);
});

it.each([
  { name: "that are no JSON", bytes: new TextEncoder().encode("<h1>äöü 東京 🎉\0"), status: 200 },
  { name: "that are no UTF-8", bytes: Uint8Array.from([0x5b, 0x22, 0xe4, 0xff, 0x80, 0x22, 0x5d]), status: 200 },
  { name: "with a byte order mark", bytes: Uint8Array.from([0xef, 0xbb, 0xbf, 0x5b, 0x5d]), status: 200 },
  { name: "of every value", bytes: Uint8Array.from({ length: 256 }, (_, byte) => byte), status: 202 },
  { name: "that are none", bytes: null, status: 204 },
])("a call that succeeds has a response with the bytes that were sent, even bytes $name", async ({ bytes, status }) => {
  const response = await getIndex(createClient(respond(bytes, status), { validate: "report" })).asResponse();
  expect(response.status).toBe(status);
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([...(bytes ?? [])]);
});

it("a call that succeeds is a promise like any other", async () => {
  const call = getIndex(createClient(respondJson([entry])));
  expect(call).toBeInstanceOf(Promise);
  expect(call.constructor.name).toBe("CallPromise");
  expect(Object.prototype.toString.call(call)).toBe("[object Promise]");
  expect(call.then()).not.toBeInstanceOf(CallPromise);
  expect(await Promise.any([Promise.reject(new Error("other")), call])).toEqual([entry]);
  expect(await call.then((data) => data.length)).toBe(1);
  const end = vi.fn();
  expect(await call.finally(end)).toEqual([entry]);
  const failed = CallPromise.fromError(notFound);
  await expectRejection(NotFoundError, failed.finally(end));
  expect(await failed.catch((error: unknown) => (error as Error).name)).toBe("NotFoundError");
  expect(end).toHaveBeenCalledTimes(2);
});

const values = [[entry], undefined, 10n, { count: 1n }, () => 1, Symbol("s")].map((value) => ({ value }));

it.each(values)("CallPromise.fromValue is a call that succeeded with $value", async ({ value }) => {
  const call = CallPromise.fromValue(value);
  expect(call).toBeInstanceOf(CallPromise);
  expect(await call).toBe(value);
  const isJson = Array.isArray(value);
  const expected = { data: value, attempts: oneAttempt(isJson ? 200 : 204) };
  expect(await call.safe()).toMatchObject({ ok: true, ...expected });
  const { response, ...result } = await call.withResponse();
  expect(result).toEqual(expected);
  expect(response.ok).toBe(true);
  if (isJson) for (const each of [response, await call.asResponse()]) expect(await each.json()).toEqual(value);
});

it.each([
  { error: notFound, expected: attempts },
  { error: new ResponseError({ message: "The body is not JSON.", status: 200 }), expected: [] },
  { error: new Error("no"), expected: [] },
  { error: "no", expected: [] },
  { error: undefined, expected: [] },
])("CallPromise.fromError is a call that rejects with $error", async ({ error, expected }) => {
  const call = CallPromise.fromError(error);
  expect(call).toBeInstanceOf(CallPromise);
  const results = await Promise.allSettled([call, call.withResponse(), call.asResponse()]);
  const rejected = { status: "rejected", reason: error };
  expect(results).toEqual([rejected, rejected, rejected]);
  expect(await call.safe()).toMatchObject({ ok: false, error, attempts: expected, response: undefined });
});

it("a status text with other characters than the platform takes has question marks in their place", async () => {
  const baseUrl = await startRaw(Buffer.from("HTTP/1.1 404 N\xe3o\r\ncontent-length: 0\r\n\r\n", "latin1"));
  const { response } = await getIndex(
    createClient(undefined, { baseUrl, use: [(request, next) => next(request)] }),
  ).safe();
  expect(response).toMatchObject({ status: 404, statusText: "N?o" });
});
