import { describe, expect, it } from "vitest";
import { collectGarbage } from "../collect-garbage.ts";
import { openServer } from "../open-server.ts";
import { waitUntil } from "../wait-until.ts";
import { openServerListener } from "./open-listener.ts";

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
  it.each([
    { kind: "status", status: 503, retryAfter: 7, times: 2 },
    { kind: "gateway_html", times: 2 },
    { kind: "truncated_json", times: 2 },
  ] as const)("of the kind $kind has the same effect as over server.fetch", async (fault) => {
    const { server, send } = await openFaultyServer(fault);
    const [received, direct] = [
      await send(),
      await server.fetch(`${server.baseUrl}/v1/brains/brain_tides/index`, { headers: { "x-api-key": server.apiKey } }),
    ];
    expect(received.status).toBe(direct.status);
    expect(Object.fromEntries(received.headers)).toMatchObject(Object.fromEntries(direct.headers));
    expect(await received.text()).toBe(await direct.text());
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
