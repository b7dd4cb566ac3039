import { describe, expect, it } from "vitest";
import { collectGarbage } from "../collect-garbage.ts";
import { openServer } from "../open-server.ts";
import { respondingFaults } from "../responding-faults.ts";
import { waitUntil } from "../wait-until.ts";
import { openServerListener } from "./open-listener.ts";
import { openConnection } from "./raw-connection.ts";

type Server = ReturnType<typeof openServer>;
type Fault = Parameters<Server["faults"]["add"]>[0];

/** Opens a server with a planned fault, and returns a function that sends it a request over HTTP. */
async function openFaultyServer(
  fault: Fault,
): Promise<{ server: Server; send: (init?: RequestInit) => Promise<Response> }> {
  const server = openServer();
  server.faults.add(fault);
  const listener = await openServerListener({}, server);
  const headers = { "x-api-key": server.apiKey };
  const url = `${listener.url}/v1/brains/brain_tides/index`;
  return { server, send: (init) => fetch(url, { headers, ...init }) };
}

describe("over HTTP a planned fault", () => {
  it.each(respondingFaults)("of the kind $kind has the same effect as over server.fetch", async (fault) => {
    const { server, send } = await openFaultyServer(fault);
    const [received, direct] = [
      await send({ redirect: "manual" }),
      await server.fetch(`${server.baseUrl}/v1/brains/brain_tides/index`, { headers: { "x-api-key": server.apiKey } }),
    ];
    expect(received.status).toBe(direct.status);
    expect(Object.fromEntries(received.headers)).toMatchObject(Object.fromEntries(direct.headers));
    expect(await received.text()).toBe(await direct.text());
  });

  it("of the kind response frames a body that does not exist as HTTP says", async () => {
    const server = openServer();
    const listener = await openServerListener({}, server);
    const lengths: (string | undefined)[] = [];
    for (const status of [200, 204, 205, 304]) {
      server.faults.add({ kind: "response", status });
      const connection = await openConnection(listener);
      connection.write("GET /v1/brains/brain_tides/index HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
      const [head = "", body] = (await connection.rest()).split("\r\n\r\n");
      expect(body).toBe("");
      expect(head).not.toMatch(/^(transfer-encoding|content-type):/im);
      lengths.push(/^content-length: (.*)$/im.exec(head)?.[1]);
    }
    expect(lengths).toEqual(["0", undefined, "0", undefined]);
  });

  it("of the kind connection_reset resets the connection", async () => {
    const { send } = await openFaultyServer({ kind: "connection_reset" });
    await expect(send()).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
  });

  it("of the kind hang lasts until the client disconnects", async () => {
    const { server, send } = await openFaultyServer({ kind: "hang" });
    const controller = new AbortController();
    const reason = new Error("enough");
    const response = send({ signal: controller.signal });
    await waitUntil(() => server.faults.pending().length === 0);
    await collectGarbage();
    controller.abort(reason);
    await expect(response).rejects.toBe(reason);
    expect((await send()).status).toBe(200);
  });

  it("of the kind stalled_body sends the head and half of the body", async () => {
    const { send } = await openFaultyServer({ kind: "stalled_body" });
    const { status, body } = await send();
    expect(status).toBe(200);
    const reader = body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^\[\{"/);
    await reader?.cancel();
  });

  it("of the kind latency ends when the client disconnects", async () => {
    const { server, send } = await openFaultyServer({ kind: "latency", latency: 120_000 });
    const controller = new AbortController();
    const response = send({ signal: controller.signal });
    await waitUntil(() => server.faults.pending().length === 0);
    controller.abort();
    await expect(response).rejects.toHaveProperty("name", "AbortError");
    await waitUntil(() => server.journal.entries().length === 1);
    expect(server.journal.entries()).toMatchObject([{ reason: "abandoned", latency: 120_000 }]);
  });
});
