import { Agent, get as httpGet } from "node:http";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";
import { collectGarbage } from "../collect-garbage.ts";
import { echo } from "./echo.ts";
import { type Answer, openListener } from "./open-listener.ts";
import { readAnswers } from "./raw-answers.ts";
import { exchange, openConnection } from "./raw-connection.ts";

/** A server that never answers, and tells when it was asked and when it was left. */
function never(count = 1) {
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<unknown>();
  let open = 0;
  const answer: Answer = ({ signal }) => {
    open += 1;
    if (open === count) asked.resolve();
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        open -= 1;
        if (open === 0) left.resolve(signal.reason);
        reject(signal.reason);
      });
    });
  };
  return { answer, asked: asked.promise, left: left.promise };
}

describe("a client that leaves", () => {
  it("before its answer aborts the signal of its request", async () => {
    const { answer, asked, left } = never();
    const listener = await openListener(answer);
    const controller = new AbortController();
    const response = fetch(listener.url, { signal: controller.signal });
    await asked;
    controller.abort();
    await expect(response).rejects.toHaveProperty("name", "AbortError");
    expect(await left).toHaveProperty("name", "AbortError");
  });

  it("by a reset aborts the signals of all its requests", async () => {
    const { answer, asked, left } = never(3);
    const listener = await openListener(answer);
    const connection = await openConnection(listener);
    connection.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n".repeat(3));
    await asked;
    connection.socket.resetAndDestroy();
    await left;
  });

  it("in the midst of its body is never heard of by the server", async () => {
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

  it("before its answer has the body of the answer given up", async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
    const listener = await openListener(async ({ signal }) => {
      ask();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return new Response(new ReadableStream({ cancel: () => cancel() }));
    });
    const connection = await openConnection(listener);
    connection.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
    await asked;
    connection.socket.destroy();
    await cancelled;
  });

  it("before its turn has the bodies of all its answers given up", async () => {
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
    await expect.poll(() => open).toBe(3);
    connection.socket.resetAndDestroy();
    await cancelled;
  });

  it.each(["GET", "POST"])("is heard of by a server that keeps nothing but the signal (%s)", async (method) => {
    const { answer, asked, left } = never();
    const listener = await openListener(answer);
    const connection = await openConnection(listener);
    connection.write(`${method} / HTTP/1.1\r\nhost: a\r\n\r\n`);
    await asked;
    await collectGarbage();
    connection.socket.destroy();
    expect(await left).toHaveProperty("name", "AbortError");
  });

  it("after its answer aborts nothing", async () => {
    let signal: AbortSignal | undefined;
    const listener = await openListener(async (request) => {
      signal = request.signal;
      return Response.json({});
    });
    await exchange(listener, "GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
    await listener.close();
    expect(signal?.aborted).toBe(false);
  });
});

describe("a connection", () => {
  it("serves one request after the other", async () => {
    const listener = await openListener(echo);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
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
    agent.destroy();
    expect(ports.size).toBe(1);
  });

  it("serves requests that come before their answers, and answers in their order", async () => {
    const listener = await openListener(async (request) => {
      await new Promise((resolve) => setTimeout(resolve, request.url.endsWith("/0") ? 30 : 0));
      return echo(request);
    });
    const requests = Array.from({ length: 10 }, (_, index) => `GET /${index} HTTP/1.1\r\nhost: a\r\n\r\n`);
    requests.push("GET /last HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
    const answers = readAnswers(await exchange(listener, requests.join("")));
    expect(answers.map(({ body }) => (body as { path: string }).path)).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `/${index}`),
      "/last",
    ]);
  });

  it("ends when it was idle for long enough, as its client was told", async () => {
    const listener = await openListener(echo, { keepAliveTimeout: 1000 });
    const connection = await openConnection(listener);
    connection.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
    await connection.until("Keep-Alive: timeout=1\r\n");
    expect(await connection.closed).toBeUndefined();
  });
});

describe("many clients at once", () => {
  it("each get their own answer", async () => {
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
