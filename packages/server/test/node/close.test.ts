import { once } from "node:events";
import { Agent, get as httpGet } from "node:http";
import { joinChunks, openConnection } from "@knowledge-base/internal/test-helpers/raw-connection.ts";
import { waitUntil } from "@knowledge-base/internal/test-helpers/timers.ts";
import { connect, withControl } from "@knowledge-base/server/control";
import { type Listener, listen } from "@knowledge-base/server/node";
import { expect, it, onTestFinished, vi } from "vitest";
import { openListener, openServerListener } from "../helpers/open-listener.ts";
import { openServer, openWithFaults } from "../helpers/open-server.ts";

const get = "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";

// Opens a listener whose responses wait until they are released, and sends it requests on a connection.
async function openBlocked(count = 1) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const listener = await openListener(async ({ signal }) => {
    signals.push(signal);
    await released;
    return Response.json({});
  });
  const connection = await openConnection(listener);
  connection.write(get.repeat(count));
  await waitUntil(() => signals.length === count);
  return { listener, release, signals, connection };
}

const expectRefusal = ({ url }: Listener) => expect(fetch(url)).rejects.toThrow("fetch failed");

it("close closes idle connections, and frees the port", async () => {
  const server = openServer();
  const listener = await openServerListener({}, server);
  const [used, unused] = [await openConnection(listener), await openConnection(listener)];
  used.write(get);
  await used.until("}");
  await listener.close();
  for (const connection of [used, unused]) expect(await connection.closed).toBeUndefined();
  await using again = await listen(server, { port: listener.port });
  expect(again.port).toBe(listener.port);
});

it("close leaves no idle connection that a client in this process would use for the next listener", async () => {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  let listener = await openServerListener();
  for (let restarts = 0; restarts < 3; restarts += 1) {
    const [response] = await once(httpGet(listener.url, { agent }), "response");
    await once(response.resume(), "end");
    await listener.close();
    listener = await openServerListener({ port: listener.port });
  }
});

it("close lets requests in flight finish, and announces the end of their connections", async () => {
  const { listener, release, signals, connection } = await openBlocked();
  const closed = listener.close();
  await expectRefusal(listener);
  release();
  await closed;
  expect(await connection.rest()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close\r\n[\s\S]*\r\n\r\n$/i);
  expect(signals[0]?.aborted).toBe(false);
});

it("close waits for the body of a request", async () => {
  const listener = await openServerListener();
  const connection = await openConnection(listener);
  connection.write("POST /v1/x HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n");
  await connection.until("100 Continue\r\n\r\n");
  const closed = listener.close();
  connection.write("hello");
  await closed;
  expect(await connection.rest()).toMatch(/\r\nconnection: close\r\n[\s\S]*Cannot POST/i);
});

it("close lets a slow client receive its whole response", async () => {
  const length = 20_000_000;
  const listener = await openListener(async () => new Response(new Uint8Array(length).fill(65)));
  const connection = await openConnection(listener);
  connection.socket.pause();
  connection.write(get);
  await once(connection.socket, "readable");
  const closed = listener.close();
  await expectRefusal(listener);
  connection.socket.resume();
  await closed;
  const [, ...rest] = (await connection.rest()).split("\r\n\r\n");
  expect(joinChunks(rest.join("\r\n\r\n"))[0]).toHaveLength(length);
});

it.each(["hang", "stalled_body"] as const)("close doesn't wait for a response that never ends: %s", async (kind) => {
  const server = openWithFaults({ kind, times: 2 });
  const listener = await openServerListener({}, server);
  const connection = await openConnection(listener);
  connection.write("GET /v1/brains/brain_tides/index HTTP/1.1\r\nhost: localhost\r\nx-api-key: key_north\r\n\r\n");
  await waitUntil(() => server.journal.entries().length === 1);
  await listener.close({ timeout: 60_000 });
  await connection.closed;
});

it("close ends all waits with a conflict, also those that begin until it is closed", async () => {
  const server = openServer();
  let calls = 0;
  const respond = withControl(server);
  const fetch: typeof respond = (...sent) => {
    calls += 1;
    return respond(...sent);
  };
  const listener = await listen({ ...server, fetch });
  const { organization, journal } = await connect(listener.url);
  const own = server.organization("org_north");
  const waits = [server.journal, own.deliveries, journal, organization("org_north").deliveries].map((tool) =>
    tool.waitFor(),
  );
  const ended = Promise.allSettled(waits);
  await waitUntil(() => calls === 3);
  // A request in flight keeps the listener open.
  const blocked = await openConnection(listener);
  blocked.write("POST /v1/x HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n");
  await blocked.until("100 Continue\r\n\r\n");
  const closed = listener.close();
  const reason = { code: "conflict", message: expect.stringContaining("reset or stops") };
  expect(await ended).toMatchObject(waits.map(() => ({ status: "rejected", reason })));
  await expect(server.journal.waitFor({ timeout: 1 })).rejects.toMatchObject(reason);
  await expect(server.deliveries.waitFor({ timeout: 1 })).rejects.toMatchObject(reason);
  blocked.write("hello");
  await closed;
  await expect(server.deliveries.waitFor({ timeout: 1 })).rejects.toMatchObject({ code: "timeout" });
});

it.each([0, 1, 20])("close needs no timers that tests replace, with a timeout of %i ms", async (timeout) => {
  const { listener, connection } = await openBlocked();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "setImmediate", "performance", "Date"] });
  await listener.close({ timeout });
  await connection.closed;
});

it("close leaves no timer, also if it is called again when the listener is closed", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const listener = await openServerListener();
  const before = timers();
  await listener.close({ timeout: 60_000 });
  await Promise.all([listener.close(), listener.close({ timeout: 60_000 }), listener.close({ timeout: 0 })]);
  expect(timers()).toBeLessThanOrEqual(before);
});

it("close closes the remaining connections after its timeout", async () => {
  const { listener, signals, connection } = await openBlocked(2);
  await listener.close({ timeout: 20 });
  await connection.closed;
  expect(connection.received).toBe("");
  await waitUntil(() => signals.every(({ aborted }) => aborted));
});

it("close waits for the same end if it is called again, and applies a further timeout", async () => {
  const { listener, connection } = await openBlocked();
  const closed = [listener.close(), listener.close(), listener.close({ timeout: 0 })];
  await Promise.all([...closed, connection.closed]);
});

it("close rejects an invalid timeout and continues to listen", async () => {
  const { listener, release } = await openBlocked();
  release();
  const message = "Failed to close: timeout must be a whole number from 0 to 86400000 (got -1).";
  await expect(listener.close({ timeout: -1 })).rejects.toThrow(new RangeError(message));
  expect((await fetch(listener.url)).status).toBe(200);
});
