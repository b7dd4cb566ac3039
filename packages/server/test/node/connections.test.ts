import { Agent, get as httpGet } from "node:http";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { collectGarbage } from "../collect-garbage.ts";
import { waitUntil } from "../wait-until.ts";
import { echo } from "./echo.ts";
import { openListener, type Respond } from "./open-listener.ts";
import { openConnection, type RawConnection, sendRaw } from "./raw-connection.ts";
import { parseResponses } from "./raw-responses.ts";

/** Creates a handler that never responds. Its promises resolve after `count` requests and after all have been aborted. */
function createHangingHandler(count = 1) {
  const called = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<unknown>();
  let open = 0;
  const respond: Respond = ({ signal }) => {
    open += 1;
    if (open === count) called.resolve();
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        open -= 1;
        if (open === 0) aborted.resolve(signal.reason);
        reject(signal.reason);
      });
    });
  };
  return { respond, called: called.promise, aborted: aborted.promise };
}

describe("a client that disconnects", () => {
  it("aborts the signal of its request", async () => {
    const { respond, called, aborted } = createHangingHandler();
    const listener = await openListener(respond);
    const controller = new AbortController();
    const response = fetch(listener.url, { signal: controller.signal });
    await called;
    controller.abort();
    await expect(response).rejects.toHaveProperty("name", "AbortError");
    expect(await aborted).toHaveProperty("name", "AbortError");
  });

  it("aborts the signals of all its requests if it is reset", async () => {
    const { respond, called, aborted } = createHangingHandler(3);
    const listener = await openListener(respond);
    const connection = await openConnection(listener);
    connection.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n".repeat(3));
    await called;
    connection.socket.resetAndDestroy();
    await aborted;
  });

  it("before its body has arrived never reaches the server", async () => {
    let calls = 0;
    const listener = await openListener(async (request) => {
      calls += 1;
      return echo(request);
    });
    const connection = await openConnection(listener);
    connection.write("POST / HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length: 10\r\n\r\n");
    await connection.until("100 Continue");
    connection.write("hello");
    connection.socket.resetAndDestroy();
    expect((await fetch(listener.url)).status).toBe(200);
    await listener.close();
    expect(calls).toBe(1);
  });

  it("before its response cancels the body of the response", async () => {
    const { promise: called, resolve: onCall } = Promise.withResolvers<void>();
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
    const listener = await openListener(async ({ signal }) => {
      onCall();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return new Response(new ReadableStream({ cancel: () => cancel() }));
    });
    const connection = await openConnection(listener);
    connection.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
    await called;
    connection.socket.destroy();
    await cancelled;
  });

  it("cancels the bodies of pipelined responses too", async () => {
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
    let open = 0;
    const piece = new Uint8Array(64 * 1024);
    const listener = await openListener(async () => {
      open += 1;
      return new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(piece),
          cancel() {
            open -= 1;
            if (open === 0) cancel();
          },
        }),
      );
    });
    const connection = await openConnection(listener);
    connection.socket.pause();
    connection.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n".repeat(3));
    await waitUntil(() => open === 3);
    connection.socket.resetAndDestroy();
    await cancelled;
  });

  it.each(["GET", "POST"])("aborts a signal whose Request was garbage-collected (%s)", async (method) => {
    const { respond, called, aborted } = createHangingHandler();
    const listener = await openListener(respond);
    const connection = await openConnection(listener);
    connection.write(`${method} / HTTP/1.1\r\nhost: a\r\n\r\n`);
    await called;
    await collectGarbage();
    connection.socket.destroy();
    expect(await aborted).toHaveProperty("name", "AbortError");
  });

  it("after its response aborts nothing", async () => {
    let signal: AbortSignal | undefined;
    const listener = await openListener(async (request) => {
      signal = request.signal;
      return Response.json({});
    });
    await sendRaw(listener, "GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
    await listener.close();
    expect(signal?.aborted).toBe(false);
  });
});

describe("a connection", () => {
  it("serves one request after another", async () => {
    const listener = await openListener(echo);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const ports = new Set<number | undefined>();
    for (let count = 0; count < 50; count += 1) {
      await new Promise<void>((resolve, reject) => {
        const request = httpGet(`${listener.url}/${count}`, { agent }, (response) => {
          ports.add(response.socket.localPort);
          response.resume().on("end", resolve);
        });
        request.on("error", reject);
      });
    }
    expect(ports.size).toBe(1);
  });

  it("sends the responses to pipelined requests in order", async () => {
    const { promise: lastArrived, resolve: onLast } = Promise.withResolvers<void>();
    const listener = await openListener(async (request) => {
      if (request.url.endsWith("/last")) onLast();
      if (request.url.endsWith("/0")) await lastArrived;
      return echo(request);
    });
    const requests = Array.from({ length: 10 }, (_, index) => `GET /${index} HTTP/1.1\r\nhost: a\r\n\r\n`);
    requests.push("GET /last HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
    const responses = parseResponses(await sendRaw(listener, requests.join("")));
    expect(responses.map(({ body }) => (body as { path: string }).path)).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `/${index}`),
      "/last",
    ]);
  });

  it.each([
    ["ends in the middle of the body of the next one", (connection: RawConnection) => connection.socket.end()],
    ["sends a malformed chunk of the next one", (connection: RawConnection) => connection.write("zz\r\n")],
    ["does not send the rest of the next one in time", () => {}],
  ])(
    "sends the response to a request, and then the rejection of the next one, if a client %s",
    async (_, misbehave) => {
      const server = createReferenceServer({ seed: demoSeed() });
      server.faults.add({ kind: "latency", latency: 300, operation: "promptIndex.get" });
      await using listener = await listen(server, { bodyLimit: 1000, requestTimeout: 100 });
      const connection = await openConnection(listener);
      const key = `host: localhost\r\nx-api-key: ${server.apiKey}\r\n`;
      connection.write(`GET /v1/brains/brain_operations/index?limit=1 HTTP/1.1\r\n${key}\r\n`);
      connection.write(
        `PATCH /v1/x HTTP/1.1\r\n${key}transfer-encoding: chunked\r\n\r\n3e9\r\n${"x".repeat(1001)}\r\n`,
      );
      await waitUntil(() => server.faults.pending().length === 0);
      misbehave(connection);
      expect(parseResponses(await connection.rest()).map(({ status }) => status)).toEqual([200, 413]);
      expect(server.journal.entries()).toMatchObject([{ status: 200, reason: "success" }]);
    },
  );

  it("closes after the idle time in its keep-alive header", async () => {
    const listener = await openListener(echo, { keepAliveTimeout: 1000 });
    const connection = await openConnection(listener);
    connection.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
    await connection.until("Keep-Alive: timeout=1\r\n");
    expect(await connection.closed).toBeUndefined();
  });
});

describe("many clients at once", () => {
  it("each get their own response", async () => {
    const server = createReferenceServer({ seed: demoSeed() });
    await using listener = await listen(server);
    const limits = Array.from({ length: 400 }, (_, index) => (index % 20) + 1);
    const lengths = await Promise.all(
      limits.map(async (limit) => {
        const url = `${listener.url}/v1/brains/brain_operations/index?limit=${limit}`;
        const response = await fetch(url, { headers: { "x-api-key": server.apiKey } });
        return (await response.json()).length;
      }),
    );
    expect(lengths).toEqual(limits);
  });
});
