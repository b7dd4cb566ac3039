import { CallPromise, type KnowledgeBase, NotFoundError, ResponseError, StatusError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection, getRejection } from "../expect-rejection.ts";
import { createClient, createClientAt, errorBody, getIndex, indexEntry } from "./create-client.ts";
import { startHttp } from "./hostile-server.ts";
import { idle } from "./manual-clock.ts";
import { watchRejections } from "./watch-rejections.ts";

/** Creates a client of a server that always sends the same response, and counts the requests. */
async function connectToServer(status: number, body: string, headers: Record<string, string> = {}) {
  const seen = { requests: 0 };
  const url = await startHttp((_, response) => {
    seen.requests += 1;
    response.writeHead(status, headers).end(body);
  });
  return { seen, url, kb: createClientAt(url, { retries: 0 }) };
}

const entries = JSON.stringify([indexEntry]);

/** Clients whose calls fail at their only attempt, with the status of its response. */
const failing: Readonly<Record<string, readonly [() => KnowledgeBase, status: number | undefined]>> = {
  "an error status": [() => createClient(async () => Response.json(errorBody(404), { status: 404 })), 404],
  "a fetch that rejects": [() => createClient(() => Promise.reject(undefined), { retries: 0 }), undefined],
  "a fetch that throws": [
    () =>
      createClient(
        () => {
          throw new Error("at once");
        },
        { retries: 0 },
      ),
    undefined,
  ],
  "a response that is not JSON": [() => createClient(async () => new Response("<h1>")), 200],
  "a timeout": [() => createClient(() => new Promise(() => {}), { timeout: 5, retries: 0 }), undefined],
  "a key function that fails": [
    () =>
      createClient(async () => Response.json([]), {
        retries: 0,
        apiKey: () => {
          throw new Error("no vault");
        },
      }),
    undefined,
  ],
};

describe("safe()", () => {
  it.each(Object.entries(failing))("resolves with the error of %s and never rejects", async (_, [connect, status]) => {
    const unhandled = watchRejections();
    const result = await getIndex(connect()).safe();
    await idle();
    expect(result).toEqual({
      ok: false,
      error: expect.any(Error),
      response: status === undefined ? undefined : expect.any(Response),
      attempts: [expect.objectContaining({ number: 1 })],
    });
    expect(result.response?.status).toBe(status);
    expect(!result.ok && result.error.attempts).toBe(result.attempts);
    expect(unhandled).toEqual([]);
  });

  it("resolves with the error that the call rejects with", async () => {
    const call = getIndex(createClient(async () => new Response(null, { status: 404 })));
    const result = await call.safe();
    expect(result.ok).toBe(false);
    expect(!result.ok && result.error).toBe(await getRejection(call));
  });

  it("resolves with the data, the response and the attempts of a successful call", async () => {
    const call = getIndex(createClient(async () => new Response(entries)));
    const result = await call.safe();
    expect(result).toEqual({
      ok: true,
      data: [indexEntry],
      response: expect.any(Response),
      attempts: [{ number: 1, started: expect.any(Number), duration: expect.any(Number), status: 200 }],
    });
    expect(await result.response?.text()).toBe(entries);
    expect(result.ok && result.data).toBe(await call);
  });

  it.each([undefined, null, 5, "b", [], {}, { brainId: ".." }])(
    "resolves with the error of the input %j",
    async (input) => {
      const { kb, seen } = await connectToServer(200, "[]");
      const result = await kb.promptIndex.get(input as never).safe();
      expect(!result.ok && result.error.code).toBe("input");
      expect(seen.requests).toBe(0);
    },
  );

  it("resolves with the error of a missing configuration", async () => {
    const kb = createClient(async () => Response.json([]), { baseUrl: undefined });
    const result = await getIndex(kb).safe();
    expect(!result.ok && result.error.code).toBe("configuration");
  });

  it("never rejects, whatever the functions of the caller do", async () => {
    const fail = () => {
      throw new Error("broken");
    };
    const fetch = async () => new Response(null, { status: 503 });
    const input = Object.defineProperty({ brainId: "b" }, "limit", { get: fail, enumerable: true });
    const results = await Promise.allSettled([
      getIndex(createClient(fetch, { random: fail })).safe(),
      getIndex(createClient(fetch, { clock: { now: fail, after: fail } })).safe(),
      createClient(fetch).promptIndex.get(input).safe(),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  });

  it("narrows by ok and by code", async () => {
    const result = await getIndex(createClient(async () => Response.json(errorBody(404), { status: 404 }))).safe();
    if (result.ok) throw new Error("The call was expected to fail and did not");
    if (result.error.code !== "not_found") throw result.error;
    expect(result.error.body?.statusCode).toBe(404);
  });
});

describe("withResponse()", () => {
  it("resolves with data, response and attempts, the body unread", async () => {
    const { kb, url } = await connectToServer(200, entries, {
      "x-request-id": "r1",
      "content-type": "application/json",
    });
    const { data, response, attempts } = await getIndex(kb).withResponse();
    expect(data).toEqual([indexEntry]);
    expect(response).toBeInstanceOf(Response);
    expect([response.status, response.statusText, response.ok]).toEqual([200, "OK", true]);
    expect(response.url).toBe(`${url}/v1/brains/b/index`);
    expect(response.headers.get("x-request-id")).toBe("r1");
    expect(response.bodyUsed).toBe(false);
    expect(await response.text()).toBe(entries);
    expect(attempts).toEqual([{ number: 1, started: expect.any(Number), duration: expect.any(Number), status: 200 }]);
  });

  it("returns a new response each time", async () => {
    const { kb, seen } = await connectToServer(200, entries);
    const call = getIndex(kb);
    const [one, other] = await Promise.all([call.withResponse(), call.withResponse()]);
    expect(await one.response.json()).toEqual([indexEntry]);
    expect(await other.response.json()).toEqual([indexEntry]);
    expect(one.data).toBe(other.data);
    expect(seen.requests).toBe(1);
  });

  it.each(Object.entries(failing))("rejects if the call does: %s", async (_, [connect]) => {
    const unhandled = watchRejections();
    const call = getIndex(connect());
    const reason = await getRejection(call.withResponse());
    await idle();
    expect(reason).toBe(await getRejection(call));
    expect(unhandled).toEqual([]);
  });
});

describe("asResponse()", () => {
  it.each([
    ["JSON", 200, entries],
    ["text that is not JSON", 200, "<h1>Hello</h1>"],
    ["a response off the contract", 200, '{"no":"list"}'],
    ["nothing", 200, ""],
    ["letters of every kind", 200, "äöü 東京 🎉 \u0000"],
    ["another status of success", 202, "later"],
  ])("resolves with %s as it was received", async (_, status, body) => {
    const { kb, url } = await connectToServer(status, body, { "x-request-id": "r1" });
    const response = await getIndex(kb).asResponse();
    expect([response.status, response.headers.get("x-request-id")]).toEqual([status, "r1"]);
    expect(response.url).toBe(`${url}/v1/brains/b/index`);
    expect(response.bodyUsed).toBe(false);
    expect(await response.text()).toBe(body);
  });

  it.each([204, 205])("resolves with the empty response with status %s", async (status) => {
    const { kb } = await connectToServer(status, "");
    const response = await getIndex(kb).asResponse();
    expect([response.status, await response.text()]).toEqual([status, ""]);
  });

  it("leaves no rejection unhandled if the call fails because of the body", async () => {
    const unhandled = watchRejections();
    const { kb } = await connectToServer(200, "<h1>");
    await getIndex(kb).asResponse();
    await idle();
    expect(unhandled).toEqual([]);
  });

  it.each([404, 500])("rejects for status %s", async (status) => {
    const { kb } = await connectToServer(status, entries);
    expect(await expectRejection(StatusError, getIndex(kb).asResponse())).toMatchObject({ status });
  });

  it("rejects if only the beginning of the body arrived", async () => {
    const url = await startHttp((_, response) => {
      response.writeHead(200, { "content-length": 100 }).write("[", () => setTimeout(() => response.destroy(), 10));
    });
    const reason = await getRejection(getIndex(createClientAt(url, { retries: 0 })).asResponse());
    expect(reason).toHaveProperty("code", "connection");
  });

  it.each([new ResponseError({ message: "The body is not JSON.", status: 200 }), new Error("other"), undefined])(
    "rejects with the reason of a promise that was created from it: %s",
    async (reason) => {
      expect(await getRejection(CallPromise.fromError(reason).asResponse())).toBe(reason);
    },
  );

  it("rejects if there was no response", async () => {
    const kb = createClient(() => Promise.reject(new TypeError("fetch failed")), { retries: 0 });
    expect(await getRejection(getIndex(kb).asResponse())).toHaveProperty("code", "connection");
  });
});

describe("a call", () => {
  it("sends one request, whatever is called on it", async () => {
    const { kb, seen } = await connectToServer(200, entries);
    const call = getIndex(kb);
    await Promise.all([call, call.safe(), call.withResponse(), call.asResponse(), call.then(), call.safe()]);
    await call;
    expect(seen.requests).toBe(1);
  });

  it("is sent even if nothing awaits it", async () => {
    const { kb, seen } = await connectToServer(200, entries);
    void getIndex(kb);
    await expect.poll(() => seen.requests).toBe(1);
  });

  it("is a promise", async () => {
    const { kb } = await connectToServer(200, entries);
    const call = getIndex(kb);
    expect(call).toBeInstanceOf(Promise);
    expect(Object.prototype.toString.call(call)).toBe("[object Promise]");
    expect(call.constructor.name).toBe("CallPromise");
    expect(call.then()).not.toBeInstanceOf(call.constructor);
    expect(Promise.resolve(call)).toBeInstanceOf(Promise);
    expect(await Promise.all([call, getIndex(kb)])).toEqual([[indexEntry], [indexEntry]]);
    expect(await Promise.race([call, new Promise(() => {})])).toEqual([indexEntry]);
    expect(await Promise.any([Promise.reject(new Error("other")), call])).toEqual([indexEntry]);
    expect(await Promise.allSettled([call])).toEqual([{ status: "fulfilled", value: [indexEntry] }]);
  });

  it("has then, catch and finally like any promise", async () => {
    const { kb } = await connectToServer(200, entries);
    const { kb: broken } = await connectToServer(404, JSON.stringify(errorBody(404)));
    const order: unknown[] = [];
    expect(await getIndex(kb).then((data) => data.length)).toBe(1);
    expect(await getIndex(kb).catch(() => "caught")).toEqual([indexEntry]);
    expect(await getIndex(kb).finally(() => order.push("finally"))).toEqual([indexEntry]);
    expect(await getIndex(broken).catch((error: unknown) => (error as Error).name)).toBe("NotFoundError");
    expect(await getIndex(broken).then(undefined, () => "rejected")).toBe("rejected");
    await expectRejection(
      NotFoundError,
      getIndex(broken).finally(() => order.push("finally")),
    );
    expect(order).toEqual(["finally", "finally"]);
  });

  it("leaves no rejection unhandled if its response is invalid and the caller catches it", async () => {
    const unhandled = watchRejections();
    const { kb } = await connectToServer(200, "{");
    await expectRejection(ResponseError, getIndex(kb));
    await idle();
    expect(unhandled).toEqual([]);
  });
});
