import { describe, expect, it, vi } from "vitest";
import { buildState } from "./build-state.ts";
import { frozenTime, openServer } from "./open-server.ts";
import { recordsOf } from "./records-of.ts";

const path = "/v1/brains/brain_tides/pages/spring-tide/archive";
const headers = { "x-api-key": "key_north" };
const reason = new Error("enough");

describe("a signal", () => {
  it("that is already aborted rejects with its own reason, and nothing happens", async () => {
    const server = openServer();
    const init = { method: "POST", headers, signal: AbortSignal.abort(reason) };
    await expect(server.fetch(server.baseUrl + path, init)).rejects.toBe(reason);
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("that is already aborted in a Request rejects with its own reason, and nothing happens", async () => {
    const server = openServer();
    const request = new Request(server.baseUrl + path, { method: "POST", headers, signal: AbortSignal.abort(reason) });
    await expect(server.fetch(request)).rejects.toBe(reason);
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("in init replaces that of a Request", async () => {
    const server = openServer();
    const request = new Request(server.baseUrl + path, { method: "POST", headers });
    await expect(server.fetch(request, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it("rejects with an AbortError if it is aborted without a reason", async () => {
    const server = openServer();
    const signal = AbortSignal.abort();
    await expect(server.fetch(server.baseUrl + path, { method: "POST", headers, signal })).rejects.toBe(signal.reason);
    expect(signal.reason).toHaveProperty("name", "AbortError");
  });

  it("that is aborted during the execution rejects with its own reason, although the operation is executed", async () => {
    const controller = new AbortController();
    let calls = 0;
    const now = () => {
      calls += 1;
      // The first call is that for the time of arrival.
      if (calls === 2) controller.abort(reason);
      return Date.parse(frozenTime);
    };
    const server = openServer({ clock: { now } });
    const init = { method: "POST", headers, signal: controller.signal };
    await expect(server.fetch(server.baseUrl + path, init)).rejects.toBe(reason);
    expect(server.snapshot().pages[0]).toHaveProperty("archived", true);
  });

  it.each(["init", "a Request"])(
    "that is aborted already in %s leaves the body unread",
    { timeout: 1000 },
    async (place) => {
      const server = openServer();
      const pull = vi.fn();
      const body = new ReadableStream({ pull }, { highWaterMark: 0 });
      const init = { method: "PATCH", headers, body, duplex: "half" as const, signal: AbortSignal.abort(reason) };
      const pending =
        place === "init"
          ? server.fetch(server.baseUrl + path, init)
          : server.fetch(new Request(server.baseUrl + path, init));
      await expect(pending).rejects.toBe(reason);
      expect(pull).not.toHaveBeenCalled();
    },
  );

  it("that is aborted while a body keeps the server waiting rejects with its own reason", {
    timeout: 1000,
  }, async () => {
    const server = openServer();
    const controller = new AbortController();
    const body = new ReadableStream({ pull: () => controller.abort(reason) });
    const init = { method: "PATCH", headers, body, duplex: "half" as const, signal: controller.signal };
    await expect(server.fetch(server.baseUrl + path, init)).rejects.toBe(reason);
  });

  it("that is aborted later has no effect", async () => {
    const controller = new AbortController();
    const server = openServer();
    const init = { method: "POST", headers, signal: controller.signal };
    const response = await server.fetch(server.baseUrl + path, init);
    controller.abort(reason);
    expect(response.status).toBe(201);
    expect(await response.json()).toHaveProperty("slug", "spring-tide");
  });

  it.each([null, undefined])("may be %s", async (signal) => {
    const server = openServer();
    const init = { method: "POST", headers, ...(signal !== undefined && { signal }) };
    expect((await server.fetch(server.baseUrl + path, init)).status).toBe(201);
  });
});
