import { once } from "node:events";
import { connect } from "node:net";
import { createReferenceServer } from "@knowledge-base/server";
import { type Listener, type ListenOptions, listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";
import { type Answer, openListener } from "./open-listener.ts";
import { readAnswers, readChunks } from "./raw-answers.ts";
import { openConnection } from "./raw-connection.ts";

const get = "GET /x HTTP/1.1\r\nhost: a\r\n\r\n";

/** A listener whose answers wait until they are let go. */
async function openWaiting(options: ListenOptions = {}) {
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const arrivals: (() => void)[] = [];
  const answer: Answer = async ({ signal }) => {
    signals.push(signal);
    for (const arrive of arrivals) arrive();
    await gate;
    return Response.json({ done: true });
  };
  const listener = await openListener(answer, options);
  const arrived = (count: number) =>
    new Promise<void>((resolve) => {
      const check = () => signals.length >= count && resolve();
      arrivals.push(check);
      check();
    });
  return { listener, letGo, arrived, signals };
}

function isRefused({ host, port }: Listener): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.on("connect", () => resolve(false)).on("error", () => resolve(true));
    socket.on("connect", () => socket.destroy());
  });
}

describe("close", () => {
  it("ends idle connections at once, and frees the port", async () => {
    const listener = await openListener(async () => Response.json({}));
    const used = await openConnection(listener);
    used.write(get);
    await used.until("{}");
    const unused = await openConnection(listener);
    const begun = await openConnection(listener);
    begun.write("GET / HT");
    await listener.close();
    await Promise.all([used.closed, unused.closed, begun.closed]);
    expect(await isRefused(listener)).toBe(true);
    await using again = await listen(createReferenceServer(), { port: listener.port });
    expect(again.port).toBe(listener.port);
  });

  it("lets 200 requests in flight finish, and tells their clients that the connections end", async () => {
    const { listener, letGo, arrived } = await openWaiting();
    const responses = Array.from({ length: 200 }, () => fetch(listener.url));
    await arrived(200);
    const closed = listener.close();
    letGo();
    for (const response of await Promise.all(responses)) {
      expect(response.status).toBe(200);
      expect(response.headers.get("connection")).toBe("close");
      expect(await response.json()).toEqual({ done: true });
    }
    await closed;
  });

  it("answers a request that has arrived, though it was not read yet", async () => {
    const listener = await openListener(async () => Response.json({ done: true }));
    const connection = await openConnection(listener);
    connection.write(get);
    await connection.until("{");
    connection.received = "";
    connection.write(get);
    await listener.close();
    expect(readAnswers(await connection.rest())).toMatchObject([{ status: 200, body: { done: true } }]);
  });

  it("lets each of several requests on a connection finish, and ends it after the last one", async () => {
    const { listener, letGo, arrived } = await openWaiting();
    const connection = await openConnection(listener);
    connection.write(get + get + get);
    await arrived(3);
    const closed = listener.close();
    letGo();
    await closed;
    const answers = readAnswers(await connection.rest());
    expect(answers.map(({ headers }) => headers.get("connection"))).toEqual(["keep-alive", "keep-alive", "close"]);
  });

  it("tells the clients of requests that fail meanwhile", async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
    const listener = await openListener(async () => {
      ask();
      await gate;
      throw new Error("Out of ink");
    });
    const response = fetch(listener.url);
    await asked;
    const closed = listener.close();
    letGo();
    expect((await response).status).toBe(500);
    expect((await response).headers.get("connection")).toBe("close");
    await closed;
  });

  it("lets the body of a request arrive", async () => {
    const listener = await openListener(async (request) => Response.json(await request.text()));
    const connection = await openConnection(listener);
    connection.write("POST / HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n");
    await connection.until("100 Continue");
    const closed = listener.close();
    connection.write("hello");
    await closed;
    expect(await connection.rest()).toMatch(/\r\nconnection: close\r\n[\s\S]*"hello"\r\n0\r\n\r\n$/);
  });

  it("lets a client that reads slowly have the whole of an answer", async () => {
    const length = 20_000_000;
    const listener = await openListener(async () => new Response(new Uint8Array(length).fill(65)));
    const connection = await openConnection(listener);
    connection.socket.pause();
    connection.write(get);
    await once(connection.socket, "readable");
    const closed = listener.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    connection.socket.resume();
    await closed;
    const [, ...rest] = (await connection.rest()).split("\r\n\r\n");
    const [body] = readChunks(rest.join("\r\n\r\n"));
    expect(body).toHaveLength(length);
  });

  it("lets a stream that has begun end", async () => {
    const { promise: goOn, resolve: finish } = Promise.withResolvers<void>();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("one ")),
      async pull(controller) {
        await goOn;
        controller.enqueue(new TextEncoder().encode("two"));
        controller.close();
      },
    });
    const listener = await openListener(async () => new Response(body));
    const response = await fetch(listener.url);
    const closed = listener.close();
    finish();
    expect(await response.text()).toBe("one two");
    await closed;
  });

  it("cuts off what is left after its timeout", async () => {
    const { listener, arrived, signals } = await openWaiting();
    const connection = await openConnection(listener);
    connection.write(get);
    await arrived(1);
    await listener.close({ timeout: 20 });
    await connection.closed;
    expect(connection.received).toBe("");
    expect(signals[0]?.aborted).toBe(true);
  });

  it("cuts off everything at once with a timeout of 0", async () => {
    const { listener, arrived, signals } = await openWaiting();
    const connection = await openConnection(listener);
    connection.write(get + get);
    await arrived(2);
    const closed = listener.close({ timeout: 0 });
    await closed;
    await connection.closed;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it("called again gives the same promise", async () => {
    const { listener, letGo, arrived } = await openWaiting();
    const response = fetch(listener.url);
    await arrived(1);
    const closed = listener.close();
    expect(listener.close()).toBe(closed);
    letGo();
    expect((await response).status).toBe(200);
    await closed;
    expect(listener.close({ timeout: 0 })).toBe(closed);
  });

  it("called again with a timeout hastens", async () => {
    const { listener, arrived } = await openWaiting();
    const connection = await openConnection(listener);
    connection.write(get);
    await arrived(1);
    const closed = listener.close({ timeout: 60_000 });
    expect(listener.close({ timeout: 0 })).toBe(closed);
    await closed;
    await connection.closed;
  });

  it("refuses a timeout that is none, and goes on listening", async () => {
    const listener = await openListener(async () => Response.json({}));
    await expect(listener.close({ timeout: -1 })).rejects.toMatchObject({
      name: "ListenError",
      code: "INVALID_OPTION",
      message: "Failed to close: timeout must be a whole number from 0 to 86400000 (got -1).",
    });
    expect((await fetch(listener.url)).status).toBe(200);
  });

  it("is what the end of an await using block does", async () => {
    const gone = await (async () => {
      await using listener = await listen(createReferenceServer());
      await fetch(listener.url).then((response) => response.text());
      return listener;
    })();
    expect(await isRefused(gone)).toBe(true);
  });

  it("ends a connection whose last request was malformed", async () => {
    const { listener, letGo, arrived } = await openWaiting();
    const connection = await openConnection(listener);
    connection.write(`${get}hello\r\n\r\n`);
    await arrived(1);
    const closed = listener.close();
    letGo();
    await closed;
    expect(await connection.rest()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});
