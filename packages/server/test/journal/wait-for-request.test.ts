import type { ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it, vi } from "vitest";
import { captureAsyncRejection } from "../control/capture-rejection.ts";
import { archive, call, getIndex, paths } from "../faults/calls.ts";
import { settledState } from "../faults/timers.ts";
import { openServer } from "../open-server.ts";

describe("waiting for a request", () => {
  it("returns the oldest recorded one that matches at once", async () => {
    const server = openServer();
    await getIndex(server);
    await archive(server);
    await call(server, `${paths.index}?limit=2`);
    const [first, second] = server.journal.entries();
    expect(await server.journal.waitFor({ timeout: 0 })).toStrictEqual(first);
    expect(await server.journal.waitFor({ operation: "pages.archive", timeout: 0 })).toStrictEqual(second);
  });

  it.each([
    { operation: "pages.archive", status: 201 },
    { path: paths.archive },
    { input: { slug: "spring-tide" } },
    { status: 201 },
    { reason: "success", input: { brainId: "brain_tides", slug: "spring-tide" } },
  ] as const)("returns a later one that matches, when its response is ready: %j", async (filter) => {
    const server = openServer();
    const waiting = server.journal.waitFor(filter);
    const own = server.organization("org_north").journal.waitFor(filter);
    await call(server, "/nowhere");
    await call(server, "/v1/brains/brain_tides/pages/moon/archive", { method: "POST" });
    expect(await settledState(waiting)).toBe("waiting");
    await archive(server);
    expect(await waiting).toStrictEqual(server.journal.entries()[2]);
    expect(await own).toStrictEqual(await waiting);
  });

  it("returns a copy without the key", async () => {
    const server = openServer();
    const waiting = server.journal.waitFor();
    await getIndex(server);
    const entry = await waiting;
    expect(entry.headers).toEqual({ "x-api-key": "[redacted]" });
    Reflect.set(entry, "path", "changed");
    expect(server.journal.entries()[0]?.path).toBe(paths.index);
  });

  it("returns a request that is too large for the journal", async () => {
    const server = openServer({ maxJournalBytes: 10 });
    const waiting = server.journal.waitFor();
    await getIndex(server);
    expect((await waiting).status).toBe(200);
    expect(server.journal.entries()).toEqual([]);
  });

  it("of an organization sees no requests of others", async () => {
    const server = openServer();
    const waiting = server.organization("org_south").journal.waitFor();
    await getIndex(server);
    await getIndex(server, { headers: { "x-api-key": "key_south" } });
    expect((await waiting).organizationId).toBe("org_south");
  });

  it("waits for the next one after the journal was cleared", async () => {
    const server = openServer();
    await getIndex(server);
    server.journal.clear();
    const waiting = server.journal.waitFor({ operation: "promptIndex.get" });
    expect(await settledState(waiting)).toBe("waiting");
    await call(server, `${paths.index}?limit=2`);
    expect((await waiting).query).toBe("limit=2");
  });

  it("ends in time, with an error that names the filter and counts the other requests", async () => {
    const server = openServer({ maxJournalEntries: 1 });
    const filter = { operation: "pages.archive", input: { slug: "x".repeat(1000) }, timeout: 1 } as const;
    await getIndex(server);
    const failure = await captureAsyncRejection(server, () => server.journal.waitFor(filter));
    expect(failure).toMatchObject({
      code: "timeout",
      message: expect.stringMatching(
        /^Failed to wait for a request: no request matched {"operation":"pages\.archive","input":{"slug":"x{450,500}… within 1 ms\. There was 1 other request\.$/,
      ) as string,
    });
    await getIndex(server);
    await expect(server.journal.waitFor(filter)).rejects.toThrow("There was 1 other request, and 1 was dropped.");
  });

  it("is rejected at once for a field that no request has", async () => {
    const server = openServer();
    await expect(
      server.journal.waitFor({ operation: "pages.archive", input: { slgu: "x" } as object }),
    ).rejects.toThrow("Failed to wait for a request: input.slgu is not a field of pages.archive; did you mean slug?");
  });

  it.each<[event: string, end: (server: ReferenceServer) => void]>([
    ["the server is reset", (server) => server.reset()],
    ["its organization is deleted", ({ control }) => control.organizations.delete({ organizationId: "org_north" })],
  ])("ends with a conflict if %s", async (_, end) => {
    const server = openServer();
    const waiting = server.organization("org_north").journal.waitFor();
    end(server);
    await expect(waiting).rejects.toMatchObject({ code: "conflict" });
  });

  it.each([
    [{ timeout: 120_001 }, "timeout", "must be at most 120000"],
    [{ last: 1 }, "", "has unknown fields: last; the fields are operation, path, input, reason, status, timeout"],
    [{ input: 1 }, "input", "must be an object"],
  ])("rejects %j", async (filter, path, message) => {
    const server = openServer();
    expect(await captureAsyncRejection(server, () => server.journal.waitFor(filter as never))).toMatchObject({
      code: "invalid_input",
      problems: [{ path, message }],
    });
  });
});

describe("waiting for a request over HTTP", () => {
  it("ends with a request that arrives meanwhile", async () => {
    const server = openServer();
    await using listener = await listen({ ...server, fetch: withControl(server) }, { port: 0 });
    const remote = await connect(listener.url);
    const waiting = remote.journal.waitFor({ operation: "pages.archive", input: { slug: "spring-tide" } });
    await getIndex(server);
    await archive(server);
    expect(await waiting).toStrictEqual(server.journal.entries()[1]);
    expect(await remote.organization("org_north").journal.stats()).toEqual(server.journal.stats());
  });

  it("may last longer than other calls, by its timeout", async () => {
    const server = openServer();
    await getIndex(server);
    const timers = vi.spyOn(AbortSignal, "timeout");
    const remote = await connect(server.baseUrl, { fetch: withControl(server), timeout: 700 });
    await remote.journal.waitFor();
    await remote.journal.waitFor({ timeout: 120_000 });
    await remote.journal.stats();
    expect(timers.mock.calls.flat()).toEqual([700, 5700, 120_700, 700]);
  });
});
