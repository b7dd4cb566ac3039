import { setTimeout as pass } from "node:timers/promises";
import { createHandlers, strictListenOptions } from "@knowledge-base/server/msw";
import { setupServer } from "msw/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { collectGarbage } from "./collect-garbage.ts";
import { openServer } from "./open-server.ts";

type Faulty = ReturnType<typeof openServer>;
type Fault = Parameters<Faulty["faults"]["add"]>[0];

/** A server that meets a fault, behind the global fetch. */
function intercept(fault: Fault): Faulty {
  const server = openServer();
  server.faults.add(fault);
  const interception = setupServer(...createHandlers(server));
  interception.listen(strictListenOptions);
  onTestFinished(() => interception.close());
  return server;
}

function ask({ baseUrl, apiKey }: Faulty, send: typeof fetch, signal?: AbortSignal): Promise<Response> {
  return send(`${baseUrl}/v1/brains/brain_tides/index`, {
    headers: { "x-api-key": apiKey },
    ...(signal && { signal }),
  });
}

describe("through msw a planned fault", () => {
  it.each([
    { kind: "status", status: 503, retryAfter: 7, times: 2 },
    { kind: "gateway_html", times: 2 },
    { kind: "truncated_json", times: 2 },
  ] as const)("of the kind $kind is what it is over server.fetch", async (fault) => {
    const server = intercept(fault);
    const [intercepted, direct] = [await ask(server, fetch), await ask(server, server.fetch)];
    expect(intercepted.status).toBe(direct.status);
    expect(Object.fromEntries(intercepted.headers)).toEqual(Object.fromEntries(direct.headers));
    expect(await intercepted.text()).toBe(await direct.text());
  });

  it("of the kind connection_reset is a network error", async () => {
    const thrown = await ask(intercept({ kind: "connection_reset" }), fetch).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(TypeError);
    expect(thrown).toHaveProperty("cause.cause.cause.code", "ECONNRESET");
  });

  it("of the kind hang lasts until the signal is aborted", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const server = intercept({ kind: "hang" });
    const answer = ask(server, fetch, controller.signal);
    await expect.poll(() => server.faults.pending()).toEqual([]);
    await collectGarbage();
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });

  it("of the kind stalled_body sends the head and half of the body, until the signal is aborted", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const { status, body } = await ask(intercept({ kind: "stalled_body" }), fetch, controller.signal);
    expect(status).toBe(200);
    const reader = body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^\[\{"/);
    const rest = reader?.read();
    await collectGarbage();
    controller.abort(reason);
    await expect(rest).rejects.toBe(reason);
  });

  it("of the kind stalled_body bears a caller whose time runs out while the text is read", async () => {
    const server = intercept({ kind: "stalled_body" });
    const response = await ask(server, fetch, AbortSignal.timeout(100));
    await expect(response.text()).rejects.toMatchObject({ name: "TimeoutError" });
    // The connection that msw stands for closes a little later.
    await pass(50);
    expect((await ask(server, fetch)).status).toBe(200);
  });
});
