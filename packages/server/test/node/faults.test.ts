import { describe, expect, it } from "vitest";
import { collectGarbage } from "../collect-garbage.ts";
import { openServer } from "../open-server.ts";
import { waitUntil } from "../wait-until.ts";
import { openServerListener } from "./open-listener.ts";
import { openConnection } from "./raw-connection.ts";

type Fault = Parameters<ReturnType<typeof openServer>["faults"]["add"]>[0];

const path = "/v1/brains/brain_tides/index";
const get = `GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: key_north\r\n`;

/** Opens a server with a planned fault, and returns a function that sends it a request over HTTP. */
async function openFaultyServer(fault: Fault) {
  const server = openServer();
  server.faults.add(fault);
  const listener = await openServerListener({}, server);
  const headers = { "x-api-key": server.apiKey };
  return { server, listener, send: (init?: RequestInit) => fetch(listener.url + path, { headers, ...init }) };
}

describe("over HTTP a planned fault", () => {
  it.each([
    [200, "0"],
    [204, undefined],
    [205, "0"],
    [304, undefined],
  ])("of the kind response frames a body that does not exist as HTTP says (%i)", async (status, length) => {
    const { listener } = await openFaultyServer({ kind: "response", status });
    const connection = await openConnection(listener);
    connection.write(`${get}connection: close\r\n\r\n`);
    const [head = "", body] = (await connection.rest()).split("\r\n\r\n");
    expect(body).toBe("");
    expect(head).not.toMatch(/^(transfer-encoding|content-type):/im);
    expect(/^content-length: (.*)$/im.exec(head)?.[1]).toBe(length);
  });

  it("of the kind connection_reset resets the connection without a byte of a response", async () => {
    const { listener } = await openFaultyServer({ kind: "connection_reset" });
    const connection = await openConnection(listener);
    connection.write(`${get}\r\n`);
    expect(await connection.closed).toBe("ECONNRESET");
    expect(connection.received).toBe("");
  });

  it("of the kind hang lasts until the client disconnects", async () => {
    const { server, send } = await openFaultyServer({ kind: "hang" });
    const controller = new AbortController();
    const response = send({ signal: controller.signal });
    await waitUntil(() => server.faults.pending().length === 0);
    await collectGarbage();
    controller.abort();
    await expect(response).rejects.toHaveProperty("name", "AbortError");
    expect((await send()).status).toBe(200);
  });

  it("of the kind stalled_body sends the head and half of the body", async () => {
    const { listener, send } = await openFaultyServer({ kind: "stalled_body" });
    const connection = await openConnection(listener);
    connection.write(`${get}\r\n`);
    await connection.until("[{");
    const whole = await (await send()).text();
    const [head = "", body = ""] = connection.received.split("\r\n\r\n");
    expect(head).toContain(`content-length: ${whole.length}`);
    expect(whole.slice(0, Math.floor(whole.length / 2))).toBe(body);
  });

  it("of the kind latency ends for all requests of a client that disconnects", async () => {
    const { server, listener } = await openFaultyServer({ kind: "latency", latency: 120_000, times: 30 });
    const connection = await openConnection(listener);
    connection.write(`${get}\r\n`.repeat(30));
    await waitUntil(() => server.faults.pending().length === 0);
    connection.socket.resetAndDestroy();
    await waitUntil(() => server.journal.entries().length === 30);
    expect(server.journal.entries()[29]).toMatchObject({ reason: "abandoned", latency: 120_000 });
  });
});

it("a request whose body does not arrive completely is not executed, and is listed as given up", async () => {
  const server = openServer();
  const listener = await openServerListener({}, server);
  const connection = await openConnection(listener);
  connection.write(`PATCH ${path} HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 10\r\n\r\n`);
  await connection.until("100 Continue");
  connection.write("hello");
  connection.socket.resetAndDestroy();
  await waitUntil(() => server.journal.entries().length === 1);
  expect(server.journal.entries()).toMatchObject([
    { method: "PATCH", reason: "abandoned", status: null, committed: false, requestBody: "hello" },
  ]);
});
