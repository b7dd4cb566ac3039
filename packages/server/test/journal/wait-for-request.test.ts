import { withControl } from "@knowledge-base/server/control";
import { describe, expect, it, vi } from "vitest";
import { settledState, useFakeTimers } from "../../../internal/test/helpers/timers.ts";
import { archive, getIndex, openServer, paths, send } from "../helpers/open-server.ts";

describe("waiting for a request", () => {
  it("returns the first recorded one at once, and after a clear the next one", async () => {
    const server = openServer();
    await getIndex(server);
    expect(await server.journal.waitFor({ timeout: 0 })).toStrictEqual(server.journal.get("request_1"));
    server.journal.clear();
    const next = server.journal.waitFor();
    expect(await settledState(next)).toBe("waiting");
    await archive(server);
    expect(await next).toMatchObject({ operation: "pages.archive" });
  });

  it("waits for the one that matches all fields, of an organization if it is that of an organization", async () => {
    const server = openServer();
    const filter = { operation: "pages.archive", input: { slug: "spring-tide" } } as const;
    const waiting = server.journal.waitFor(filter);
    const other = server.organization("org_south").journal.waitFor();
    await send(server, "POST /v1/brains/brain_tides/pages/moon/archive");
    expect(await settledState(waiting)).toBe("waiting");
    await archive(server);
    expect(await waiting).toStrictEqual(server.journal.get("request_2"));
    expect(await settledState(other)).toBe("waiting");
    await getIndex(server, { key: "key_south" });
    expect(await other).toMatchObject({ organizationId: "org_south" });
  });

  it("returns a copy, and leaves no timer", async () => {
    useFakeTimers();
    const server = openServer();
    const waiting = server.journal.waitFor();
    await getIndex(server);
    Object.assign(await waiting, { path: "changed" });
    expect(vi.getTimerCount()).toBe(0);
    expect(server.journal.entries()[0]?.path).toBe(paths.index);
  });

  it("ends in time, with an error that names the filter and counts the other requests", async () => {
    const server = openServer();
    const filter = { operation: "pages.archive", input: { slug: "x".repeat(1000) }, timeout: 1 } as const;
    const start = 'Failed to wait for a request: no request matched {"operation":"pages.archive","input":{"slug":"x';
    await expect(server.journal.waitFor(filter)).rejects.toMatchObject({
      code: "timeout",
      message: expect.stringMatching(/x{450,500}… within 1 ms \(others recorded: 0, dropped: 0\)\.$/) as string,
    });
    await getIndex(server);
    await expect(server.journal.waitFor(filter)).rejects.toThrow(start);
    await expect(server.journal.waitFor(filter)).rejects.toThrow("(others recorded: 1, dropped: 0).");
  });

  it("lasts two minutes at most", async () => {
    const message = "Failed to wait for a request: timeout must be at most 120000";
    await expect(openServer().journal.waitFor({ timeout: 120_001 })).rejects.toThrow(message);
  });

  it("over HTTP ends when its caller has gone", async () => {
    useFakeTimers();
    const server = openServer();
    const controller = new AbortController();
    const init = { method: "POST", signal: controller.signal };
    const waiting = withControl(server)(`${server.baseUrl}/_control/journal/waitFor`, init);
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
    controller.abort("enough");
    await expect(waiting).rejects.toBe("enough");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("over HTTP doesn't begin if its caller has gone before", async () => {
    useFakeTimers();
    const server = openServer();
    const controller = new AbortController();
    const init = { method: "POST", signal: controller.signal };
    const waiting = withControl(server)(`${server.baseUrl}/_control/journal/waitFor`, init);
    controller.abort("enough");
    await expect(waiting).rejects.toBe("enough");
    expect(vi.getTimerCount()).toBe(0);
  });
});
