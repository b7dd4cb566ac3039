import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import {
  type Attempt,
  CallPromise,
  type IndexEntry,
  type KnowledgeBase,
  NotFoundError,
  type Page,
  ResponseError,
  StatusError,
} from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { createClient } from "./helpers/client.ts";
import { documentedBody, entry, getIndex } from "./helpers/operation-calls.ts";
import { expectRejection, getRejection } from "./helpers/rejections.ts";
import { startHttp } from "./start-http.ts";

const oneAttempt = (status?: number) => [
  { number: 1, started: expect.any(Number), duration: expect.any(Number), ...(status && { status }) },
];
const attempts: readonly Attempt[] = [{ number: 1, started: 5, duration: 7, status: 404 }];
const notFound = new NotFoundError({ message: "There is no such page.", status: 404, attempts });
const body = JSON.stringify([entry]);

/** Starts a server that always sends the same response, and returns a client of it and the number of the requests. */
async function connect(respond: (response: ServerResponse) => unknown) {
  const seen = { requests: 0 };
  const { url, connect: create } = await startHttp((_, response) => {
    seen.requests += 1;
    respond(response);
  });
  return { seen, url, kb: create({ logLevel: "off" }) };
}

const fail = (): never => {
  throw new Error("it is broken");
};
const broken = Object.defineProperty({ brainId: "b" }, "limit", { get: fail, enumerable: true });

/** Calls that fail: the code of the error, the status of its response, and the number of its attempts. */
const failing: Readonly<
  Record<string, readonly [() => CallPromise<unknown, unknown>, string, (number | undefined)?, number?]>
> = {
  "an error status": [() => respondWith(documentedBody(404), 404), "not_found", 404],
  "a fetch that rejects with nothing": [() => getIndex(createClient(() => Promise.reject(undefined))), "connection"],
  "a fetch that throws": [() => getIndex(createClient(fail)), "connection"],
  "a response that is not JSON": [() => getIndex(createClient(async () => new Response("<h1>"))), "response", 200],
  "a response of another shape": [() => respondWith({ no: "list" }, 200), "response", 200],
  "a timeout": [() => getIndex(createClient(() => new Promise(() => {}), { timeout: 5 })), "timeout"],
  "a key function that fails": [() => getIndex(createClient(fetch, { apiKey: fail })), "configuration"],
  "an invalid input": [() => createClient(fetch).promptIndex.get({ brainId: ".." }), "input", undefined, 0],
  "an input that throws": [() => createClient(fetch).promptIndex.get(broken), "configuration", undefined, 0],
  "no input": [() => createClient(fetch).promptIndex.get(undefined as never), "input", undefined, 0],
  "an invalid option": [() => getIndex(createClient(fetch), { timeout: 0 }), "configuration", undefined, 0],
  "a function that throws": [
    () => getIndex(createClient(async () => new Response(null, { status: 503 }), { random: fail, retries: 1 })),
    ...(["configuration", 503] as const),
  ],
  "a clock that throws": [
    () => getIndex(createClient(fetch, { clock: { now: fail, after: fail } })),
    ...(["configuration", undefined, 0] as const),
  ],
};
const respondWith = (value: unknown, status: number) =>
  getIndex(createClient(async () => Response.json(value, { status })));

describe.each(Object.entries(failing))("a call that fails with %s", (_, [call, code, status, made = 1]) => {
  it("rejects in every way but safe(), which has the error, the response and the attempts", async () => {
    const promise = call();
    const result = (await promise.safe()) as { error: Error; response?: Response; attempts: readonly Attempt[] };
    expect(Object.keys(result).toSorted()).toEqual(["attempts", "error", "ok", "response"]);
    expect(result).toMatchObject({ ok: false, error: { code } });
    expect([result.response?.status, result.attempts.length]).toEqual([status, made]);
    expect(Reflect.get(result.error, "attempts")).toEqual(result.attempts);
    expect(await getRejection(promise)).toBe(result.error);
    expect(await getRejection(promise.withResponse())).toBe(result.error);
    if (code === "response") expect((await promise.asResponse()).status).toBe(status);
    else expect(await getRejection(promise.asResponse())).toBe(result.error);
  });

  it("leaves no rejection unhandled if only one of them is awaited", async () => {
    await call().safe();
    await getRejection(call().withResponse());
    await Promise.allSettled([call().asResponse()]);
    await setImmediate();
  });
});

describe("a call that succeeds", () => {
  it("has its output, its response and its attempts, of one request", async () => {
    const headers = { "x-request-id": "r1", "content-type": "application/json" };
    const { kb, seen, url } = await connect((response) => response.writeHead(200, headers).end(body));
    const call = getIndex(kb);
    const [data, safe, result, response] = await Promise.all([
      call,
      call.safe(),
      call.withResponse(),
      call.asResponse(),
    ]);
    expect(data).toEqual([entry]);
    expect(safe).toEqual({ ok: true, data, response: expect.any(Response), attempts: oneAttempt(200) });
    expect(result).toEqual({ data, response: expect.any(Response), attempts: oneAttempt(200) });
    expect([safe.data, result.data]).toEqual([data, data]);
    for (const each of [safe.response, result.response, response]) {
      expect(each).toMatchObject({
        status: 200,
        statusText: "OK",
        ok: true,
        bodyUsed: false,
        url: `${url}/v1/brains/b/index`,
      });
      expect([each?.headers.get("x-request-id"), await each?.text()]).toEqual(["r1", body]);
    }
    expect((await call.asResponse()).clone().url).toBe(`${url}/v1/brains/b/index`);
    expect(seen.requests).toBe(1);
  });

  it("is sent even if nothing awaits it", async () => {
    const { kb, seen } = await connect((response) => response.end(body));
    void getIndex(kb);
    await expect.poll(() => seen.requests).toBe(1);
  });

  it.each([
    ["that are no JSON", new TextEncoder().encode("<h1>äöü 東京 🎉\0"), 200],
    ["that are no UTF-8", Uint8Array.from([0x5b, 0x22, 0xe4, 0xff, 0x80, 0x22, 0x5d]), 200],
    ["with a byte order mark", Uint8Array.from([0xef, 0xbb, 0xbf, 0x5b, 0x5d]), 200],
    ["of every value", Uint8Array.from({ length: 256 }, (_, byte) => byte), 202],
    ["that are none", new Uint8Array(), 204],
  ])("has a response with the bytes that were sent: bytes %s", async (_, bytes, status) => {
    const { kb } = await connect((response) => response.writeHead(status).end(bytes));
    const response = await getIndex(kb, { validate: "report" }).asResponse();
    expect([response.status, [...new Uint8Array(await response.arrayBuffer())]]).toEqual([status, [...bytes]]);
  });

  it("has the attempts and the response of the last of them", async () => {
    const statuses = [503, 403];
    const fetch = async () => new Response("No", { status: statuses.shift() ?? 500, headers: { "x-request-id": "r" } });
    const result = await getIndex(createClient(fetch, { retries: 1, random: () => 0 })).safe();
    expect(result.attempts.map(({ status }) => status)).toEqual([503, 403]);
    expect([result.response?.status, await result.response?.text()]).toEqual([403, "No"]);
    const breaking = new ReadableStream({ pull: (stream) => stream.error(new TypeError("terminated")) });
    const responses = [new Response(breaking)];
    const lost = async () => responses.shift() ?? Promise.reject(new TypeError("fetch failed"));
    const last = await getIndex(createClient(lost, { retries: 1, random: () => 0 })).safe();
    expect([last.response, last.attempts.length]).toEqual([undefined, 2]);
  });

  it("is a promise like any other", async () => {
    const { kb } = await connect((response) => response.end(body));
    const call = getIndex(kb);
    expect(call).toBeInstanceOf(Promise);
    expect([call.constructor.name, Object.prototype.toString.call(call)]).toEqual(["CallPromise", "[object Promise]"]);
    expect(call.then()).not.toBeInstanceOf(CallPromise);
    expect(await Promise.all([call, getIndex(kb)])).toEqual([[entry], [entry]]);
    expect(await Promise.any([Promise.reject(new Error("other")), call])).toEqual([entry]);
    expect(await call.then((data) => data.length)).toBe(1);
    const order: string[] = [];
    const end = () => order.push("finally");
    expect(await getIndex(kb).finally(end)).toEqual([entry]);
    const failed = () => respondWith(documentedBody(404), 404);
    await expectRejection(NotFoundError, failed().finally(end));
    expect(await failed().catch((error: unknown) => (error as Error).name)).toBe("NotFoundError");
    expect(order).toEqual(["finally", "finally"]);
  });
});

describe("asResponse()", () => {
  it("rejects for an error status, and if only the beginning of the body arrived", async () => {
    const error = await expectRejection(StatusError, respondWith([entry], 500).asResponse());
    expect(error).toMatchObject({ status: 500 });
    const { kb } = await connect((response) => {
      response.writeHead(200, { "content-length": 100 }).write("[", () => setTimeout(() => response.destroy(), 10));
    });
    expect(await getRejection(getIndex(kb).asResponse())).toHaveProperty("code", "connection");
  });
});

describe("CallPromise.fromValue", () => {
  it("is a call that succeeded, with all ways to read its result", async () => {
    const call = CallPromise.fromValue([entry]);
    expect(call).toBeInstanceOf(CallPromise);
    expect(await call).toEqual([entry]);
    expect(await call.safe()).toMatchObject({ ok: true, data: [entry], attempts: oneAttempt(200) });
    const { response, ...result } = await call.withResponse();
    expect(result).toMatchObject({ data: [entry], attempts: oneAttempt(200) });
    expect([response.ok, await response.json(), await (await call.asResponse()).json()]).toEqual([
      true,
      [entry],
      [entry],
    ]);
  });

  it.each([[undefined], [10n], [{ count: 1n }], [() => 1], [Symbol("s")]])(
    "may have a value that JSON has no form for: %#",
    async (value) => {
      const call = CallPromise.fromValue(value);
      expect(await call).toBe(value);
      expect(await call.safe()).toMatchObject({ ok: true, attempts: oneAttempt(204) });
      expect((await call.withResponse()).response.ok).toBe(true);
    },
  );
});

describe("CallPromise.fromError", () => {
  it.each([
    [notFound, attempts],
    [new ResponseError({ message: "The body is not JSON.", status: 200 }), []],
    [new Error("no"), []],
    ["no", []],
    [undefined, []],
  ])("is a call that failed, with the attempts of its error: %s", async (error, expected) => {
    const call = CallPromise.fromError(error);
    expect(call).toBeInstanceOf(CallPromise);
    const results = await Promise.all([call, call.withResponse(), call.asResponse()].map(getRejection));
    expect(results).toEqual([error, error, error]);
    expect(await call.safe()).toMatchObject({ ok: false, error, attempts: expected, response: undefined });
  });
});

describe("a client that a test replaces", () => {
  /** A function of an application. */
  async function archiveFirst(kb: Pick<KnowledgeBase, "pages" | "promptIndex">): Promise<boolean> {
    const [first] = await kb.promptIndex.get({ brainId: "b" });
    if (!first) return false;
    const { ok, error } = await kb.pages.archive({ brainId: "b", slug: first.slug }).safe();
    if (!ok && error.code !== "not_found") throw error;
    return ok;
  }

  it("may consist of plain objects", async () => {
    const kb: Pick<KnowledgeBase, "pages" | "promptIndex"> = {
      promptIndex: { get: () => CallPromise.fromValue([entry]) },
      pages: { archive: ({ slug }) => CallPromise.fromValue({ slug } as Page) },
    };
    expect(await archiveFirst(kb)).toBe(true);
    expect(await archiveFirst({ ...kb, pages: { archive: () => CallPromise.fromError(notFound) } })).toBe(false);
    expect(await archiveFirst({ ...kb, promptIndex: { get: () => CallPromise.fromValue([]) } })).toBe(false);
  });
});

describe("the static methods that CallPromise inherits", () => {
  it("create and combine calls like those of Promise", async () => {
    const resolved = CallPromise.resolve([entry]) as CallPromise<IndexEntry[], never>;
    expect(await resolved.withResponse()).toMatchObject({ data: [entry], attempts: oneAttempt(200) });
    const rejected = CallPromise.reject(notFound) as CallPromise<never, NotFoundError>;
    expect((await rejected.safe()).error).toBe(notFound);
    const calls = [CallPromise.fromValue(1), CallPromise.fromValue(2)];
    expect([await CallPromise.all(calls), await CallPromise.race(calls)]).toEqual([[1, 2], 1]);
    await expectRejection(NotFoundError, CallPromise.all([...calls, CallPromise.fromError(notFound)]));
  });
});
