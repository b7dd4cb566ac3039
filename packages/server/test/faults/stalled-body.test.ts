import { setTimeout as pass } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { archive, getIndex, isArchived, paths } from "./calls.ts";
import { settledState } from "./timers.ts";

/** The reader of a body, and a function that returns the text that has arrived. */
function read({ body }: Response) {
  if (!body) throw new Error("The response has no body");
  const reader = body.getReader();
  const next = async () => {
    const { value, done } = await reader.read();
    return done ? "the end" : new TextDecoder("utf-8", { fatal: true }).decode(value);
  };
  return { reader, next };
}

describe("a stalled body", () => {
  it("sends its first half, and nothing more until the caller aborts", async () => {
    const whole = await (await getIndex(openServer())).text();
    const server = openServer();
    server.faults.add({ kind: "stalled_body" });
    const controller = new AbortController();
    const response = await getIndex(server, { signal: controller.signal });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("content-length")).toBe(String(Buffer.byteLength(whole)));
    const { next } = read(response);
    expect(await next()).toBe(whole.slice(0, Math.floor(whole.length / 2)));
    const rest = next();
    expect(await settledState(rest)).toBe("waiting");
    controller.abort("enough");
    await expect(rest).rejects.toBe("enough");
  });

  it.each(["text", "json", "arrayBuffer", "blob"] as const)(
    "keeps %s() pending until the caller aborts",
    async (way) => {
      const server = openServer();
      server.faults.add({ kind: "stalled_body" });
      const controller = new AbortController();
      const reason = new Error("enough");
      const content = (await getIndex(server, { signal: controller.signal }))[way]();
      expect(await settledState(content)).toBe("waiting");
      controller.abort(reason);
      await expect(content).rejects.toBe(reason);
    },
  );

  it("errors for a caller that aborts before reading", async () => {
    const server = openServer();
    server.faults.add({ kind: "stalled_body" });
    const controller = new AbortController();
    const response = await getIndex(server, { signal: controller.signal });
    controller.abort("enough");
    await expect(response.text()).rejects.toBe("enough");
  });

  it("errors if a Request is aborted", async () => {
    const server = openServer();
    server.faults.add({ kind: "stalled_body" });
    const controller = new AbortController();
    const { signal } = controller;
    const headers = { "x-api-key": "key_north" };
    const response = await server.fetch(new Request(server.baseUrl + paths.index, { headers, signal }));
    const content = response.text();
    expect(await settledState(content)).toBe("waiting");
    controller.abort("enough");
    await expect(content).rejects.toBe("enough");
  });

  it("never ends for a caller without a signal, who can still cancel it", async () => {
    const server = openServer();
    server.faults.add({ kind: "stalled_body" });
    const { reader, next } = read(await getIndex(server));
    await next();
    const rest = next();
    await pass(20);
    expect(await settledState(rest)).toBe("waiting");
    await reader.cancel();
    expect(await rest).toBe("the end");
  });

  it("that was cancelled ignores an abort", async () => {
    const server = openServer();
    server.faults.add({ kind: "stalled_body" });
    const controller = new AbortController();
    const { reader } = read(await getIndex(server, { signal: controller.signal }));
    await reader.cancel();
    controller.abort("enough");
    expect(await reader.closed).toBeUndefined();
  });

  it("does not split a character", async () => {
    for (let shift = 0; shift < 8; shift += 1) {
      const pages = [buildPage({ title: "x".repeat(shift) + "🌊".repeat(60) })];
      const server = openServer({ seed: buildState({ pages }) });
      const whole = await (await getIndex(server)).text();
      server.faults.add({ kind: "stalled_body" });
      const { reader, next } = read(await getIndex(server));
      expect(whole.startsWith(await next())).toBe(true);
      await reader.cancel();
    }
  });

  it("applies after the operation was executed", async () => {
    const server = openServer();
    server.faults.add({ kind: "stalled_body" });
    const response = await archive(server);
    expect(response.status).toBe(201);
    expect(isArchived(server)).toBe(true);
    await response.body?.cancel();
  });
});
