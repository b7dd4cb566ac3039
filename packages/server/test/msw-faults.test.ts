import { setTimeout as pass } from "node:timers/promises";
import { createHandlers, strictListenOptions } from "@knowledge-base/server/msw";
import { setupServer } from "msw/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { collectGarbage } from "./collect-garbage.ts";
import { openServer } from "./open-server.ts";
import { respondingFaults } from "./responding-faults.ts";
import { waitUntil } from "./wait-until.ts";

type Server = ReturnType<typeof openServer>;
type Fault = Parameters<Server["faults"]["add"]>[0];

/** Opens a server with a planned fault and intercepts the global fetch with it. */
function intercept(fault: Fault): Server {
  const server = openServer();
  server.faults.add(fault);
  const interception = setupServer(...createHandlers(server));
  interception.listen(strictListenOptions);
  onTestFinished(() => interception.close());
  return server;
}

function send({ baseUrl, apiKey }: Server, sendWith: typeof fetch, signal?: AbortSignal): Promise<Response> {
  return sendWith(`${baseUrl}/v1/brains/brain_tides/index`, {
    headers: { "x-api-key": apiKey },
    redirect: "manual",
    ...(signal && { signal }),
  });
}

describe("with msw a planned fault", () => {
  it.each(respondingFaults)("of the kind $kind has the same effect as over server.fetch", async (fault) => {
    const server = intercept(fault);
    const [intercepted, direct] = [await send(server, fetch), await send(server, server.fetch)];
    expect(intercepted.status).toBe(direct.status);
    expect(Object.fromEntries(intercepted.headers)).toEqual(Object.fromEntries(direct.headers));
    expect(await intercepted.text()).toBe(await direct.text());
  });

  it("of the kind connection_reset is a network error", async () => {
    const thrown = await send(intercept({ kind: "connection_reset" }), fetch).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(TypeError);
  });

  it("of the kind connection_reset has the code of the socket, since msw 2.14", async () => {
    const thrown = await send(intercept({ kind: "connection_reset" }), fetch).catch((error: unknown) => error);
    expect(thrown).toHaveProperty("cause.cause.cause.code", "ECONNRESET");
  });

  it("of the kind hang lasts until the signal is aborted", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const server = intercept({ kind: "hang" });
    const response = send(server, fetch, controller.signal);
    await waitUntil(() => server.faults.pending().length === 0);
    await collectGarbage();
    controller.abort(reason);
    await expect(response).rejects.toBe(reason);
  });

  it("of the kind stalled_body sends the head and half of the body, until the signal is aborted", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const { status, body } = await send(intercept({ kind: "stalled_body" }), fetch, controller.signal);
    expect(status).toBe(200);
    const reader = body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^\[\{"/);
    const rest = reader?.read();
    await collectGarbage();
    controller.abort(reason);
    await expect(rest).rejects.toBe(reason);
  });

  it("of the kind stalled_body survives a caller that aborts while the text is read", async () => {
    const server = intercept({ kind: "stalled_body" });
    const controller = new AbortController();
    const response = await send(server, fetch, controller.signal);
    const text = response.text();
    controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
    await expect(text).rejects.toMatchObject({ name: "TimeoutError" });
    // The simulated connection of msw closes a little later.
    await pass(50);
    expect((await send(server, fetch)).status).toBe(200);
  });
});
