import { listen } from "@knowledge-base/server/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { collectGarbage } from "../collect-garbage.ts";
import { openServer } from "../open-server.ts";

type Faulty = ReturnType<typeof openServer>;
type Fault = Parameters<Faulty["faults"]["add"]>[0];

/** A server that meets a fault, and where it listens. */
async function openFaulty(fault: Fault): Promise<{ server: Faulty; ask: (init?: RequestInit) => Promise<Response> }> {
  const server = openServer();
  server.faults.add(fault);
  const listener = await listen(server);
  onTestFinished(() => listener.close({ timeout: 0 }));
  const headers = { "x-api-key": server.apiKey };
  const url = `${listener.url}/v1/brains/brain_tides/index`;
  return { server, ask: (init) => fetch(url, { headers, ...init }) };
}

describe("over HTTP a planned fault", () => {
  it.each([
    { kind: "status", status: 503, retryAfter: 7, times: 2 },
    { kind: "gateway_html", times: 2 },
    { kind: "truncated_json", times: 2 },
  ] as const)("of the kind $kind is what it is over server.fetch", async (fault) => {
    const { server, ask } = await openFaulty(fault);
    const [received, direct] = [
      await ask(),
      await server.fetch(`${server.baseUrl}/v1/brains/brain_tides/index`, { headers: { "x-api-key": server.apiKey } }),
    ];
    expect(received.status).toBe(direct.status);
    expect(Object.fromEntries(received.headers)).toMatchObject(Object.fromEntries(direct.headers));
    expect(await received.text()).toBe(await direct.text());
  });

  it("of the kind connection_reset resets the connection", async () => {
    const { ask } = await openFaulty({ kind: "connection_reset" });
    await expect(ask()).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
  });

  it("of the kind hang lasts until the client leaves, and the server learns of it", async () => {
    const { server, ask } = await openFaulty({ kind: "hang" });
    const controller = new AbortController();
    const reason = new Error("enough");
    const answer = ask({ signal: controller.signal });
    await expect.poll(() => server.faults.pending()).toEqual([]);
    await collectGarbage();
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    expect((await ask()).status).toBe(200);
  });

  it("of the kind stalled_body sends the head and half of the body", async () => {
    const { ask } = await openFaulty({ kind: "stalled_body" });
    const { status, body } = await ask();
    expect(status).toBe(200);
    const reader = body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^\[\{"/);
    await reader?.cancel();
  });
});
