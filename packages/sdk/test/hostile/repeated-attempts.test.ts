import { ConnectionError, KnowledgeBaseError, StatusError, TimeoutError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, createClientAt, everyCall, getIndex, repeatableCalls, startOAuth } from "./create-client.ts";
import { closedPort, readBody, startHttp, startSocket } from "./hostile-server.ts";
import { ManualClock } from "./manual-clock.ts";

const retryable = [408, 425, 429, 500, 502, 503, 504];
const final = [400, 401, 402, 403, 404, 405, 409, 410, 413, 418, 422, 451, 501, 505, 507, 511, 520, 599];
const quick = { random: () => 0 };

/** Creates a client of a server that always responds with a status, and counts the requests. */
async function connectToServer(status: number) {
  const seen = { requests: 0 };
  const url = await startHttp((_, response) => {
    seen.requests += 1;
    response.writeHead(status).end();
  });
  return { seen, kb: createClientAt(url, quick) };
}

describe.each(repeatableCalls)("%s", (_, call) => {
  it.each(retryable)("is repeated twice after status %s", async (status) => {
    const { kb, seen } = await connectToServer(status);
    const error = await expectRejection(StatusError, call(kb));
    expect(error).toMatchObject({ status, stopReason: "retries_exhausted" });
    expect([error.attempts.length, seen.requests]).toEqual([3, 3]);
  });

  it("is repeated after a connection that breaks", async () => {
    let connections = 0;
    const url = await startSocket((socket) => {
      connections += 1;
      socket.once("data", () => socket.resetAndDestroy());
    });
    const error = await expectRejection(ConnectionError, call(createClientAt(url, quick)));
    expect(error.stopReason).toBe("retries_exhausted");
    expect(error.attempts.map(({ code }) => code)).toEqual(["connection", "connection", "connection"]);
    expect(connections).toBe(3);
  });

  it("is repeated after a timeout", async () => {
    const error = await expectRejection(
      TimeoutError,
      call(createClientAt(await startHttp(() => {}), { ...quick, timeout: 15 })),
    );
    expect(error.stopReason).toBe("retries_exhausted");
    expect(error.attempts.map(({ code }) => code)).toEqual(["timeout", "timeout", "timeout"]);
  });
});

describe.each(Object.entries(everyCall))("%s", (_, call) => {
  it.each(final)("is not repeated after status %s", async (status) => {
    const { kb, seen } = await connectToServer(status);
    const error = await expectRejection(StatusError, call(kb));
    expect(error).toMatchObject({ status, stopReason: "not_retryable" });
    expect([error.attempts.length, seen.requests]).toEqual([1, 1]);
  });

  it("is repeated if the connection was never made", async () => {
    const error = await expectRejection(ConnectionError, call(createClientAt(await closedPort(), quick)));
    expect(error.stopReason).toBe("retries_exhausted");
    expect(error.attempts.map(({ code }) => code)).toEqual(["connection", "connection", "connection"]);
  });

  it.each([425, 429])("is repeated after status %s, which means that nothing was done", async (status) => {
    const { kb, seen } = await connectToServer(status);
    expect(await expectRejection(StatusError, call(kb))).toMatchObject({ status, stopReason: "retries_exhausted" });
    expect(seen.requests).toBe(3);
  });
});

describe("oauth.start", () => {
  it.each([408, 500, 502, 503, 504])("is not repeated after status %s", async (status) => {
    const { kb, seen } = await connectToServer(status);
    const error = await expectRejection(StatusError, startOAuth(kb));
    expect(error).toMatchObject({ status, stopReason: "not_repeatable" });
    expect([error.attempts.length, seen.requests]).toEqual([1, 1]);
  });

  it("is not repeated after a connection that breaks", async () => {
    let requests = 0;
    const url = await startHttp((request) => {
      requests += 1;
      request.socket.destroy();
    });
    const error = await expectRejection(ConnectionError, startOAuth(createClientAt(url, quick)));
    expect(error.stopReason).toBe("not_repeatable");
    expect(requests).toBe(1);
  });

  it.each(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"])(
    "is repeated after %s, wherever in the causes it is",
    async (code) => {
      const reasons = [
        Object.assign(new Error("connect"), { code }),
        new TypeError("fetch failed", { cause: Object.assign(new Error("connect"), { code }) }),
        new TypeError("fetch failed", { cause: new AggregateError([Object.assign(new Error("connect"), { code })]) }),
      ];
      for (const reason of reasons) {
        const error = await expectRejection(
          ConnectionError,
          startOAuth(createClient(() => Promise.reject(reason), quick)),
        );
        expect(error).toMatchObject({ stopReason: "retries_exhausted" });
      }
    },
  );

  it.each([
    ["ECONNRESET", "connection"],
    ["EPIPE", "connection"],
    ["ETIMEDOUT", "connection"],
    ["UND_ERR_SOCKET", "connection"],
    ["UND_ERR_HEADERS_TIMEOUT", "timeout"],
    ["UND_ERR_BODY_TIMEOUT", "timeout"],
  ] as const)("is not repeated after %s, which is an error with the code %s", async (code, errorCode) => {
    const reason = new TypeError("fetch failed", { cause: Object.assign(new Error("broken"), { code }) });
    const call = startOAuth(createClient(() => Promise.reject(reason), quick));
    const error = await expectRejection(KnowledgeBaseError, call);
    expect(error).toMatchObject({ code: errorCode, stopReason: "not_repeatable", cause: reason });
    expect("limit" in error ? error.limit : undefined).toBe(errorCode === "timeout" ? "fetch" : undefined);
  });

  it.each(["EHOSTUNREACH", "ENETUNREACH"])("is not repeated after %s of a connection that was made", async (code) => {
    const cause = Object.assign(new Error(`read ${code}`), { code, syscall: "read" });
    const fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
    const error = await expectRejection(ConnectionError, startOAuth(createClient(fetch, quick)));
    expect(error.stopReason).toBe("not_repeatable");
  });
});

describe("the option retries", () => {
  it.each([0, 1, 2, 5])("allows %s more attempts", async (retries) => {
    const clock = new ManualClock();
    const kb = createClient(async () => new Response(null, { status: 503 }), { clock, retries });
    const error = await expectRejection(StatusError, clock.drive(getIndex(kb)));
    expect(error.attempts.map(({ number }) => number)).toEqual(Array.from({ length: retries + 1 }, (_, n) => n + 1));
    const other = await expectRejection(StatusError, clock.drive(kb.promptIndex.get({ brainId: "b" }, { retries: 3 })));
    expect(other.attempts).toHaveLength(4);
  });

  it.each([
    [-1, "-1"],
    [1.5, "1.5"],
    [Number.NaN, "NaN"],
    [Number.POSITIVE_INFINITY, "Infinity"],
    ["2" as never, '"2"'],
  ])("rejects %j", async (retries, received) => {
    const fetch = async () => Response.json([]);
    const problem = `retries must be a whole number, 0 or more (got ${received}).`;
    expect(() => createClient(fetch, { retries })).toThrow(`Failed to create a client: ${problem}`);
    await expect(createClient(fetch).promptIndex.get({ brainId: "b" }, { retries })).rejects.toMatchObject({
      code: "configuration",
      message: `Failed to get the prompt index: ${problem}`,
    });
  });
});

describe("a repeated attempt", () => {
  it("sends the same request again", async () => {
    const seen: string[] = [];
    const url = await startHttp(async (request, response) => {
      const { method, url: path, headers } = request;
      seen.push(JSON.stringify([method, path, headers, await readBody(request)]));
      response.writeHead(seen.length < 3 ? 503 : 404).end();
    });
    const call = createClientAt(url, { random: () => 0 }).bindings.update({
      brainId: "b/ä",
      bindingId: "c",
      notifyBriefs: false,
    });
    await expectRejection(StatusError, call);
    expect(seen).toHaveLength(3);
    expect(new Set(seen).size).toBe(1);
    expect(seen[0]).toContain(String.raw`"{\"notifyBriefs\":false}"`);
  });

  it("reads the key again", async () => {
    const keys: (string | null)[] = [];
    let asked = 0;
    const kb = createClient(
      async (input, init) => {
        keys.push(new Request(input, init).headers.get("x-api-key"));
        return new Response(null, { status: 503 });
      },
      {
        random: () => 0,
        apiKey: async () => {
          asked += 1;
          return `key_number_${asked}`;
        },
      },
    );
    await expectRejection(StatusError, getIndex(kb));
    expect(keys).toEqual(["key_number_1", "key_number_2", "key_number_3"]);
  });

  it("follows a body that breaks midway", async () => {
    let requests = 0;
    const url = await startHttp((_, response) => {
      requests += 1;
      if (requests > 1) response.end("[]");
      else response.writeHead(200, { "content-length": 10 }).write("[", () => response.destroy());
    });
    const { data, attempts } = await getIndex(createClientAt(url, quick)).withResponse();
    expect(data).toEqual([]);
    expect(attempts.map(({ code, status, reason }) => [code, status, reason])).toEqual([
      ["connection", 200, "backoff"],
      [undefined, 200, undefined],
    ]);
  });

  it("does not follow an invalid successful response", async () => {
    let requests = 0;
    const url = await startHttp((_, response) => {
      requests += 1;
      response.end("<h1>Sign in</h1>");
    });
    const { ok } = await getIndex(createClientAt(url, quick)).safe();
    expect([ok, requests]).toEqual([false, 1]);
  });
});

describe("an unsafe operation", () => {
  it("is not repeated if its response breaks like a connection that was never made", async () => {
    let requests = 0;
    const reason = Object.assign(new Error("broken"), { code: "ECONNREFUSED" });
    const kb = createClient(async () => {
      requests += 1;
      return new Response(new ReadableStream({ start: (controller) => controller.error(reason) }));
    });
    const { error } = await startOAuth(kb).safe();
    expect(error).toMatchObject({ code: "connection", stopReason: "not_repeatable" });
    expect(requests).toBe(1);
  });
});
