import { setTimeout as pass } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Fetch } from "../src/adapters/fetch.ts";
import { collectGarbage } from "./collect-garbage.ts";
import { intercept } from "./intercept.ts";
import { openServer } from "./open-server.ts";
import { respondingFaults } from "./responding-faults.ts";
import { waitUntil } from "./wait-until.ts";

type Server = ReturnType<typeof openServer>;

/** Opens a server with a planned fault that responds to the global fetch. */
function open(fault: Parameters<Server["faults"]["add"]>[0]): Server {
  const server = openServer();
  server.faults.add(fault);
  intercept(server);
  return server;
}

function send({ baseUrl, apiKey }: Server, sendWith: typeof fetch, signal?: AbortSignal): Promise<Response> {
  return sendWith(`${baseUrl}/v1/brains/brain_tides/index`, {
    headers: { "x-api-key": apiKey },
    redirect: "manual",
    ...(signal && { signal }),
  });
}

function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail("the request should have failed"),
    (error: unknown) => error,
  );
}

describe("with msw a planned fault", () => {
  it.each(respondingFaults)("of the kind $kind has the same effect as over server.fetch", async (fault) => {
    const server = open(fault);
    const [intercepted, direct] = [await send(server, fetch), await send(server, server.fetch)];
    expect(intercepted.status).toBe(direct.status);
    expect(Object.fromEntries(intercepted.headers)).toEqual(Object.fromEntries(direct.headers));
    expect(await intercepted.text()).toBe(await direct.text());
  });

  it("of the kind connection_reset is a network error with the code of the socket, since msw 2.14", async () => {
    const thrown = await rejectionOf(send(open({ kind: "connection_reset" }), fetch));
    expect(thrown).toBeInstanceOf(TypeError);
    expect(thrown).toHaveProperty("cause.cause.cause.code", "ECONNRESET");
  });

  it("of the kind hang lasts until the signal is aborted", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const server = open({ kind: "hang" });
    const response = send(server, fetch, controller.signal);
    await waitUntil(() => server.faults.pending().length === 0);
    await collectGarbage();
    controller.abort(reason);
    await expect(response).rejects.toBe(reason);
  });

  it("of the kind stalled_body sends the head and half of the body, until the signal is aborted", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const { status, body } = await send(open({ kind: "stalled_body" }), fetch, controller.signal);
    expect(status).toBe(200);
    const reader = body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^\[\{"/);
    const rest = reader?.read();
    await collectGarbage();
    controller.abort(reason);
    await expect(rest).rejects.toBe(reason);
  });

  it("of the kind stalled_body survives a caller that aborts while the text is read", async () => {
    const server = open({ kind: "stalled_body" });
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

describe("with msw a failure of the server", () => {
  const throwError = () => {
    throw new Error("The server fell over");
  };

  it.each([
    ["an error", throwError],
    ["a rejection", async () => throwError()],
    ["no error", () => Promise.reject()],
  ])("becomes a network error: %s", async (_, fetchOfServer) => {
    const server = { ...openServer(), fetch: fetchOfServer as Fetch };
    intercept(server);
    expect(await rejectionOf(send(server, fetch))).toBeInstanceOf(TypeError);
  });
});
