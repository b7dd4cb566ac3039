import { Readable } from "node:stream";
import { ConfigurationError, ConnectionError, ResponseError } from "@knowledge-base/sdk";
import { describe, expect, it, vi } from "vitest";
import { createClient, never, respond } from "./helpers/client.ts";
import { bodyOf, createForeignFetch, recordBody } from "./helpers/fake-responses.ts";
import { idle, ManualClock } from "./helpers/manual-clock.ts";
import { getIndex, operationCalls } from "./helpers/operation-calls.ts";
import { expectRejection } from "./helpers/rejections.ts";

const fail = () => {
  throw new Error("broken");
};

describe("a successful body", () => {
  it("is limited to maxResponseBytes, which the error names, and is not requested again", async () => {
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

  it("is limited to 32 MiB by default", async () => {
    const mebibyte = 2 ** 20;
    const spaces = (count: number) =>
      bodyOf([...Array.from({ length: 31 }, () => " ".repeat(mebibyte)), " ".repeat(count), "[]"]);
    expect(await getIndex(createClient(async () => new Response(spaces(mebibyte - 2))))).toEqual([]);
    await expectRejection(ResponseError, getIndex(createClient(async () => new Response(spaces(mebibyte - 1)))));
  });

  it("is cancelled at the first chunk that exceeds the limit, in chunks of any size", async () => {
    for (const size of [1, 1000, 70_000]) {
      const { stream, seen } = recordBody((index) => (index < 1000 ? size : undefined));
      const kb = createClient(async () => new Response(stream), { maxResponseBytes: size * 5 });
      await expectRejection(ResponseError, getIndex(kb));
      expect(seen).toEqual({ chunks: 6, isCancelled: true });
    }
  });

  it("that is not complete is in the response of safe(), as far as it was read", async () => {
    const broken = createClient(respond(bodyOf(["[1,", "2,"], new TypeError("reset"))));
    const { error, response } = await getIndex(broken).safe();
    expect([error?.code, response?.status, await response?.text()]).toEqual(["connection", 200, "[1,2,"]);
    const large = createClient(async () => new Response(bodyOf(["12345", "67890", "12345"])), { maxResponseBytes: 8 });
    expect(await (await getIndex(large).safe()).response?.text()).toBe("1234567890");
    await expectRejection(ResponseError, getIndex(large).asResponse());
  });

  it("that breaks is a ConnectionError with the reason", async () => {
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

  it("that was read, or is being read, is a mistake of the caller", async () => {
    const uses = [(response: Response) => response.text(), async ({ body }: Response) => body?.getReader()];
    for (const use of uses) {
      const response = Response.json([]);
      await use(response);
      const error = await expectRejection(ConfigurationError, getIndex(createClient(async () => response)));
      expect(error.message).toContain("the response was read before. A middleware must read a clone");
      expect(error.attempts).toHaveLength(1);
    }
  });
});

/** Bodies of other libraries, which are read as `[]`. */
const foreignBodies: Readonly<Record<string, () => object>> = {
  "a text only": () => ({}),
  "a stream of Node": () => ({ body: Readable.from([Buffer.from("["), Buffer.from("]")]), text: fail }),
  "a generator": () => ({
    body: (async function* () {
      yield new TextEncoder().encode("[]");
    })(),
  }),
  "numbers of two bytes": () => ({ body: streamOf([Uint16Array.of(0x205b), Uint16Array.of(0x5d20)]) }),
  "shared memory": () => ({
    body: streamOf([new Uint8Array(new SharedArrayBuffer(2)).fill(0x5b, 0, 1).fill(0x5d, 1)]),
  }),
  "data views": () => ({ body: streamOf([0x5b, 0x5d].map((byte) => new DataView(Uint8Array.of(byte).buffer))) }),
  "parts of one buffer": () => {
    const bytes = new TextEncoder().encode("[   ]");
    return { body: streamOf([bytes.subarray(0, 1), bytes.subarray(1, 4), bytes.subarray(4)]) };
  },
};

function streamOf(chunks: readonly ArrayBufferView[]): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

describe("a response of another library", () => {
  it.each(Object.entries(foreignBodies))("is read if its body is %s", async (_, fields) => {
    expect(await getIndex(createClient(createForeignFetch(fields())))).toEqual([]);
  });

  it("may have a map as its headers, and nothing but what is needed", async () => {
    const headers = new Map<string, unknown>([
      ["X-Request-Id", 4711],
      ["Retry-After", 3],
    ]);
    const kb = createClient(createForeignFetch({ status: 503, headers }));
    const { error } = await getIndex(kb).safe();
    expect(error).toMatchObject({ status: 503, retryAfter: 3000, requestId: "4711" });
    expect(error?.headers).toEqual({ "x-request-id": "4711", "retry-after": "3" });
  });

  it("has a response of safe() like one of fetch, also if nobody can construct it", async () => {
    for (const [status, statusText] of [
      [204, ""],
      [205, ""],
      [404, "成功"],
      [404, "a\u0001b"],
      [600, "Denied"],
    ] as const) {
      const url = "https://kb.example.com/v1/other";
      const kb = createClient(createForeignFetch({ status, statusText, url }), { validate: "off" });
      const { response } = await getIndex(kb).safe();
      expect(response).toMatchObject({ status, statusText, url, ok: status < 300 });
      const clone = response?.clone();
      expect([clone?.status, clone?.url]).toEqual([status, url]);
      expect(await response?.text()).toBe("[]");
    }
  });

  const unreadable: Readonly<Record<string, object>> = {
    "headers that cannot be listed": { headers: { get: () => null } },
    "headers that throw": { headers: { get: () => null, [Symbol.iterator]: fail } },
    "headers that no response can have": { headers: new Map([["x-name", "成功"]]) },
    "a status that throws": Object.defineProperty({}, "status", { get: fail, enumerable: true }),
    "a body that throws": Object.defineProperty({}, "body", { get: fail, enumerable: true }),
    "no text and no body": { text: undefined },
    "no status": { status: undefined },
    "a status that is a text": { status: "200" },
    "nothing that a response has": { status: undefined, headers: undefined, text: undefined },
  };

  it.each(Object.entries(unreadable))("with %s is a mistake of the caller", async (_, fields) => {
    const error = await expectRejection(ConfigurationError, getIndex(createClient(createForeignFetch(fields))));
    expect(error.message).toBe("Failed to get the prompt index: fetch must return a Response.");
    expect(error.attempts).toHaveLength(1);
  });

  it("whose chunks are texts is a mistake of the caller", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.enqueue("[]") });
    const error = await expectRejection(ConfigurationError, getIndex(createClient(createForeignFetch({ body }))));
    expect(error.message).toContain("fetch returned a response whose body is not bytes.");
  });
});

/** Streams whose `cancel` fails or never ends. */
const cancels: Readonly<Record<string, () => unknown>> = {
  "returns nothing": () => undefined,
  throws: fail,
  rejects: () => Promise.reject(new Error("no cancel")),
  "never ends": never,
};

describe.each(Object.entries(cancels))("a stream whose cancel() %s", (_, cancel) => {
  const respondWith = (status: number, read: () => Promise<unknown>) =>
    createForeignFetch({ status, body: { cancel, getReader: () => ({ read, cancel }) } });
  const endless = async () => ({ done: false, value: new Uint8Array(1000) });

  it("hides no status, and delays no retry", async () => {
    for (const status of [302, 401, 404, 503]) {
      const { error, attempts } = await getIndex(
        createClient(respondWith(status, endless), { random: () => 0, retries: 2 }),
      ).safe();
      expect(error).toMatchObject({ status });
      expect(attempts).toHaveLength(status === 503 ? 3 : 1);
    }
  });

  it("hides neither that a response is too large nor that it is too slow", async () => {
    const large = createClient(respondWith(200, endless), { maxResponseBytes: 5000 });
    expect((await getIndex(large).safe()).error).toMatchObject({ code: "response", status: 200 });
    const clock = new ManualClock();
    const slow = createClient(respondWith(200, never), { clock });
    expect((await clock.drive(getIndex(slow).safe())).error).toMatchObject({ code: "timeout" });
  });
});

describe("a stream of Node", () => {
  it.each([200, 302, 400, 503])(
    "is destroyed if it is stalled, or longer than the limit: status %s",
    async (status) => {
      const endless = new Readable({
        read() {
          this.push(Buffer.alloc(1000));
        },
      });
      for (const body of [new Readable({ read() {} }), endless]) {
        const clock = new ManualClock();
        const options = { clock, retries: 1, maxResponseBytes: 20_000 };
        await clock.drive(getIndex(createClient(createForeignFetch({ status, body }), options)).safe());
        expect(body.destroyed).toBe(true);
      }
    },
  );
});

describe("a stream that never waits", () => {
  it.each([
    [0, 200],
    [0, 500],
    [1, 200],
  ])("ends at the timeout: chunks of %s bytes, status %s", async (size, status) => {
    const body = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(size)) });
    const kb = createClient(async () => new Response(body(), { status }), { timeout: 150, deadline: 200 });
    expect((await getIndex(kb).safe()).error).toMatchObject(status === 200 ? { code: "timeout" } : { status });
  });

  it("is not read after the timeout, even if it ignores cancel()", async () => {
    let reads = 0;
    const read = async () => {
      reads += 1;
      await idle();
      return { done: false, value: new Uint8Array() };
    };
    const fetch = createForeignFetch({ body: { getReader: () => ({ read, cancel() {} }) } });
    expect((await getIndex(createClient(fetch, { timeout: 20 })).safe()).error?.code).toBe("timeout");
    const readsBefore = reads;
    for (let turn = 0; turn < 20; turn += 1) await idle();
    expect(reads - readsBefore).toBeLessThan(2);
  });
});
