import { once } from "node:events";
import { connect } from "node:net";
import { createReferenceServer, type Fault } from "@knowledge-base/server";
import { type Listener, type ListenOptions, listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";
import { waitUntil } from "../wait-until.ts";
import { openListener, openServerListener, type Respond } from "./open-listener.ts";
import { openConnection } from "./raw-connection.ts";
import { parseChunks, parseResponses } from "./raw-responses.ts";

const index = "/v1/brains/brain_tides/index";
const get = "GET /x HTTP/1.1\r\nhost: a\r\n\r\n";

/** Opens a listener whose responses wait until `release` is called. */
async function openBlockedListener(options: ListenOptions = {}) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const respond: Respond = async ({ signal }) => {
    signals.push(signal);
    await released;
    return Response.json({ done: true });
  };
  const listener = await openListener(respond, options);
  const requestsArrived = (count: number) => waitUntil(() => signals.length >= count);
  return { listener, release, requestsArrived, signals };
}

function isRejected({ host, port }: Listener): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.on("connect", () => resolve(false)).on("error", () => resolve(true));
    socket.on("connect", () => socket.destroy());
  });
}

/** Opens a listener of a server on which a fault is planned for the second request. */
async function openFaultyListener(fault: Fault) {
  const server = createReferenceServer();
  server.faults.add({ ...fault, skip: 1 });
  return { server, listener: await openServerListener({}, server) };
}

describe("close", () => {
  it.each<Fault>([{ kind: "hang" }, { kind: "stalled_body" }])(
    "does not wait for a response that a planned fault never completes: $kind",
    async (fault) => {
      const { server, listener } = await openFaultyListener(fault);
      const connection = await openConnection(listener);
      connection.write(get.replace("/x", index) + get.replace("/x", index) + get);
      await waitUntil(() => server.journal.entries().length === 3);
      await listener.close({ timeout: 86_400_000 });
      expect(await connection.rest()).toMatch(/^HTTP\/1\.1 401 /);
    },
  );

  it("does not wait for a response that never completes either if the fault applies later", async () => {
    const server = createReferenceServer();
    const listener = await openServerListener({}, server);
    server.faults.add({ kind: "latency", latency: 100 });
    server.faults.add({ kind: "hang" });
    const connection = await openConnection(listener);
    connection.write(get.replace("/x", index));
    await waitUntil(() => server.faults.list().length === 0);
    await listener.close({ timeout: 86_400_000 });
    expect(await connection.rest()).toBe("");
  });

  it("closes idle connections at once and frees the port", async () => {
    const listener = await openListener(async () => Response.json({}));
    const used = await openConnection(listener);
    used.write(get);
    await used.until("{}");
    const unused = await openConnection(listener);
    const begun = await openConnection(listener);
    begun.write("GET / HT");
    await listener.close();
    await Promise.all([used.closed, unused.closed, begun.closed]);
    expect(await isRejected(listener)).toBe(true);
    await using again = await listen(createReferenceServer(), { port: listener.port });
    expect(again.port).toBe(listener.port);
  });

  it("lets 200 requests in flight finish and announces that their connections close", async () => {
    const { listener, release, requestsArrived } = await openBlockedListener();
    const responses = Array.from({ length: 200 }, () => fetch(listener.url));
    await requestsArrived(200);
    const closed = listener.close();
    release();
    for (const response of await Promise.all(responses)) {
      expect(response.status).toBe(200);
      expect(response.headers.get("connection")).toBe("close");
      expect(await response.json()).toEqual({ done: true });
    }
    await closed;
  });

  it("responds to a request that has arrived but was not read yet", async () => {
    const listener = await openListener(async () => Response.json({ done: true }));
    const connection = await openConnection(listener);
    connection.write(get);
    await connection.until("{");
    connection.received = "";
    connection.write(get);
    await listener.close();
    expect(parseResponses(await connection.rest())).toMatchObject([{ status: 200, body: { done: true } }]);
  });

  it("lets all pipelined requests finish and closes their connection after the last one", async () => {
    const { listener, release, requestsArrived } = await openBlockedListener();
    const connection = await openConnection(listener);
    connection.write(get + get + get);
    await requestsArrived(3);
    const closed = listener.close();
    release();
    await closed;
    const responses = parseResponses(await connection.rest());
    expect(responses.map(({ headers }) => headers.get("connection"))).toEqual(["keep-alive", "keep-alive", "close"]);
  });

  it("lets pipelined requests finish that arrive when it begins to close", async () => {
    const server = createReferenceServer();
    const listener = await openServerListener({}, server);
    const connection = await openConnection(listener);
    connection.write(get);
    await connection.until("}");
    connection.received = "";
    connection.write(get + get + get);
    await listener.close();
    const responses = parseResponses(await connection.rest());
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(responses.map(({ headers }) => headers.get("connection"))).toEqual(["keep-alive", "keep-alive", "close"]);
    expect(server.journal.entries()).toHaveLength(4);
  });

  it("announces the close in the response to a request that fails meanwhile", async () => {
    const { promise: called, resolve: onCall } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const listener = await openListener(async () => {
      onCall();
      await released;
      throw new Error("Out of ink");
    });
    const response = fetch(listener.url);
    await called;
    const closed = listener.close();
    release();
    expect((await response).status).toBe(500);
    expect((await response).headers.get("connection")).toBe("close");
    await closed;
  });

  it("waits for the body of a request", async () => {
    const listener = await openListener(async (request) => Response.json(await request.text()));
    const connection = await openConnection(listener);
    connection.write("POST / HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n");
    await connection.until("100 Continue");
    const closed = listener.close();
    connection.write("hello");
    await closed;
    expect(await connection.rest()).toMatch(/\r\nconnection: close\r\n[\s\S]*"hello"\r\n0\r\n\r\n$/);
  });

  it("announces the close in the response of a reference server", async () => {
    const listener = await openServerListener();
    const connection = await openConnection(listener);
    connection.write("POST / HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n");
    await connection.until("100 Continue\r\n\r\n");
    connection.received = "";
    const closed = listener.close();
    connection.write("hello");
    await closed;
    const [response] = parseResponses(await connection.rest());
    expect(response?.status).toBe(404);
    expect(response?.headers.get("connection")).toBe("close");
  });

  it("lets a slow client receive its whole response", async () => {
    const length = 20_000_000;
    const listener = await openListener(async () => new Response(new Uint8Array(length).fill(65)));
    const connection = await openConnection(listener);
    connection.socket.pause();
    connection.write(get);
    await once(connection.socket, "readable");
    const closed = listener.close();
    while (!(await isRejected(listener)));
    connection.socket.resume();
    await closed;
    const [, ...rest] = (await connection.rest()).split("\r\n\r\n");
    const [body] = parseChunks(rest.join("\r\n\r\n"));
    expect(body).toHaveLength(length);
  });

  it("lets a stream finish", async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("one ")),
      async pull(controller) {
        await finished;
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

  it("closes the remaining connections after its timeout, which is shorter than the default", async () => {
    const { listener, requestsArrived, signals } = await openBlockedListener();
    const connection = await openConnection(listener);
    connection.write(get);
    await requestsArrived(1);
    const patient = await openBlockedListener();
    (await openConnection(patient.listener)).write(get);
    await patient.requestsArrived(1);
    let isPatientClosed = false;
    void patient.listener.close().then(() => {
      isPatientClosed = true;
    });
    await listener.close({ timeout: 20 });
    expect(isPatientClosed).toBe(false);
    await connection.closed;
    expect(connection.received).toBe("");
    expect(signals[0]?.aborted).toBe(true);
  });

  it("closes every connection at once with a timeout of 0", async () => {
    const { listener, requestsArrived, signals } = await openBlockedListener();
    const connection = await openConnection(listener);
    connection.write(get + get);
    await requestsArrived(2);
    const closed = listener.close({ timeout: 0 });
    await closed;
    await connection.closed;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it("returns the same promise if it is called again", async () => {
    const { listener, release, requestsArrived } = await openBlockedListener();
    const response = fetch(listener.url);
    await requestsArrived(1);
    const closed = listener.close();
    expect(listener.close()).toBe(closed);
    release();
    expect((await response).status).toBe(200);
    await closed;
    expect(listener.close({ timeout: 0 })).toBe(closed);
  });

  it("applies the timeout of a second call", async () => {
    const { listener, requestsArrived } = await openBlockedListener();
    const connection = await openConnection(listener);
    connection.write(get);
    await requestsArrived(1);
    const closed = listener.close({ timeout: 60_000 });
    expect(listener.close({ timeout: 0 })).toBe(closed);
    await closed;
    await connection.closed;
  });

  it("rejects an invalid timeout and continues to listen", async () => {
    const listener = await openListener(async () => Response.json({}));
    await expect(listener.close({ timeout: -1 })).rejects.toMatchObject({
      name: "ListenError",
      code: "INVALID_OPTION",
      message: "Failed to close: timeout must be a whole number from 0 to 86400000 (got -1).",
    });
    expect((await fetch(listener.url)).status).toBe(200);
  });

  it("is called at the end of an await using block", async () => {
    const closedListener = await (async () => {
      await using listener = await listen(createReferenceServer());
      await fetch(listener.url).then((response) => response.text());
      return listener;
    })();
    expect(await isRejected(closedListener)).toBe(true);
  });

  it("closes a connection whose last request was malformed", async () => {
    const { listener, release, requestsArrived } = await openBlockedListener();
    const connection = await openConnection(listener);
    connection.write(`${get}hello\r\n\r\n`);
    await requestsArrived(1);
    const closed = listener.close();
    release();
    await closed;
    expect(await connection.rest()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});
