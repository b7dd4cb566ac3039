import { withControl } from "@knowledge-base/server/control";
import { describe, expect, it, vi } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { read } from "./post.ts";
import { transports } from "./transports.ts";

describe("a Request", () => {
  it("is read as well as a URL and init", async () => {
    const server = openServer();
    const fetch = withControl(server);
    const url = new URL(`${server.baseUrl}/_control/brains/create`);
    const headers = { "content-type": "application/json" };
    const request = new Request(url, { method: "POST", headers, body: '{"name":"Fjord"}' });
    expect(await read(await fetch(request))).toMatchObject({ status: 200, body: { name: "Fjord" } });
    expect(request.bodyUsed).toBe(true);
    await expect(fetch(request)).rejects.toThrow(TypeError);
    expect(await read(await fetch(url, { method: "POST" }))).toHaveProperty("status", 200);
    const overridden = new Request(url, { method: "PUT" });
    expect(await read(await fetch(overridden, { method: "POST" }))).toHaveProperty("status", 200);
    expect(server.snapshot().brains).toHaveLength(6);
  });

  it("may be of another realm", async () => {
    const server = openServer();
    const { url, method, headers, signal } = new Request(`${server.baseUrl}/_control/clock/now`, { method: "POST" });
    const foreign = { url, method, headers, signal, bodyUsed: false, body: null };
    const received = await read(await withControl(server)(foreign as unknown as Request));
    expect(received).toStrictEqual({ status: 200, body: server.clock.now() });
  });

  it("that is already aborted prevents the execution", async () => {
    const server = openServer();
    const reason = new Error("enough");
    const signal = AbortSignal.abort(reason);
    const url = `${server.baseUrl}/_control/brains/create`;
    await expect(withControl(server)(url, { method: "POST", signal })).rejects.toBe(reason);
    expect(server.snapshot()).toStrictEqual(buildState());
  });

  it("that is aborted meanwhile rejects with the reason, executed or not", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const now = () => {
      controller.abort(reason);
      return 0;
    };
    const server = openServer({ clock: { now } });
    const init = { method: "POST", signal: controller.signal };
    await expect(withControl(server)(`${server.baseUrl}/_control/clock/now`, init)).rejects.toBe(reason);
  });
});

describe("a server of another copy of the package", () => {
  it("is rejected with the same error as one of the same copy", async () => {
    const server = openServer();
    vi.resetModules();
    const { withControl: withControlOfAnother } = await import("@knowledge-base/server/control");
    expect(withControlOfAnother).not.toBe(withControl);
    const fetch = withControlOfAnother(server);
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: '{"version":2}' };
    expect(await read(await fetch(`${server.baseUrl}/_control/brains/update`, init))).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "invalid_input",
          problems: expect.arrayContaining([{ path: "brainId", message: "is missing" }]),
        },
      },
    });
    expect(await read(await fetch(`${server.baseUrl}/_control/server/seed`, init))).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_input", problems: [{ path: "version", message: "must be 1" }] } },
    });
    const reset = await fetch(`${server.baseUrl}/_control/clock/now?organization=org_moon`, { method: "POST" });
    expect(await read(reset)).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
  });
});

describe.each(transports)("an unexpected failure $way", ({ reach }) => {
  it.each([new Error("The clock stopped"), new Error("The clock stopped."), "The clock stopped"])(
    "gets a response with 500",
    async (thrown) => {
      const now = () => {
        throw thrown;
      };
      await using reached = await reach(openServer({ clock: { now } }));
      const response = await reached.fetch(`${reached.url}/_control/clock/now`, { method: "POST" });
      const message =
        "Failed to execute a control: The clock stopped. The server itself, or a function passed to it, has failed.";
      expect(await read(response)).toStrictEqual({
        status: 500,
        body: { error: { code: "unexpected", message, problems: [] } },
      });
    },
  );
});
