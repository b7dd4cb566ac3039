import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it, vi } from "vitest";
import { buildState } from "../build-state.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { archive, getIndex, isArchived, statusesOf } from "./calls.ts";
import { holdTimers, settledState } from "./timers.ts";

/** A server on which a request to the archive waits before its execution, and a function that lets it continue. */
async function openWaiting(): Promise<{ server: ReferenceServer; finish: () => Promise<Response> }> {
  holdTimers();
  const server = openServer();
  server.faults.add({ operation: "pages.archive", kind: "latency", latency: 1000 });
  const response = archive(server);
  expect(await settledState(response)).toBe("waiting");
  const finish = async () => {
    await vi.advanceTimersByTimeAsync(1000);
    return response;
  };
  return { server, finish };
}

describe("while a request waits", () => {
  it("a reset discards its effects", async () => {
    const { server, finish } = await openWaiting();
    server.reset();
    expect((await finish()).status).toBe(201);
    expect(server.snapshot()).toStrictEqual(buildState());
    expect(server.journal.entries()).toEqual([]);
    expect(server.faults.list()).toEqual([]);
  });

  it.each([
    { what: "the server", restore: (server: ReferenceServer) => server.restore(buildState()) },
    {
      what: "its organization",
      restore: (server: ReferenceServer) =>
        void server.organization("org_north").restore(server.organization("org_north").snapshot()),
    },
    {
      what: "its organization, by a reset",
      restore: (server: ReferenceServer) => server.organization("org_north").reset(),
    },
  ])("a restore of $what discards its effects", async ({ restore }) => {
    const { server, finish } = await openWaiting();
    restore(server);
    expect(await (await finish()).json()).toMatchObject({ archived: true });
    expect(isArchived(server)).toBe(false);
    expect(server.organization("org_north").snapshot()).toStrictEqual(
      openServer().organization("org_north").snapshot(),
    );
  });

  it("a restore of another organization does not matter", async () => {
    const { server, finish } = await openWaiting();
    server.organization("org_south").restore({ version: 1 });
    expect((await finish()).status).toBe(201);
    expect(isArchived(server)).toBe(true);
  });

  it("a restore without the organization discards its effects", async () => {
    const { server, finish } = await openWaiting();
    const state = { version: 1, organizations: [{ id: "org_east", name: "East" }] } as const;
    server.restore({ ...state, organizations: [...state.organizations] });
    const expected = server.snapshot();
    await finish();
    expect(server.snapshot()).toStrictEqual(expected);
  });

  it("a deleted organization stays deleted", async () => {
    const { server, finish } = await openWaiting();
    server.control.organizations.delete({ organizationId: "org_north" });
    const expected = server.snapshot();
    await finish();
    expect(server.snapshot()).toStrictEqual(expected);
  });

  it("a fault that is planned waits for the next request", async () => {
    const { server, finish } = await openWaiting();
    server.faults.add({ kind: "status", status: 503 });
    server.organization("org_north").faults.add({ kind: "status", status: 429 });
    expect((await finish()).status).toBe(201);
    expect(await statusesOf(server, 3)).toEqual([429, 503, 200]);
  });

  it("removing all faults does not shorten its wait", async () => {
    const { server, finish } = await openWaiting();
    server.faults.clear();
    await getIndex(server);
    expect(isArchived(server)).toBe(false);
    expect((await finish()).status).toBe(201);
  });

  it("a change of another request is visible to it", async () => {
    const { server, finish } = await openWaiting();
    server.control.pages.edit({ brainId: "brain_tides", slug: "spring-tide", title: "Neap tide" });
    expect(await (await finish()).json()).toMatchObject({ title: "Neap tide", archived: true });
  });

  it("the clock may advance: the change has the later time, its journal entry the earlier", async () => {
    const { server, finish } = await openWaiting();
    server.clock.advance(60_000);
    expect(await (await finish()).json()).toHaveProperty("updatedAt", "2026-07-01T12:01:00.000Z");
    expect(server.journal.entries()).toMatchObject([{ at: frozenTime }]);
  });

  it("the clock may be moved back", async () => {
    const { server, finish } = await openWaiting();
    server.clock.set("1999-12-31T23:59:59Z");
    expect(await (await finish()).json()).toHaveProperty("updatedAt", "1999-12-31T23:59:59.000Z");
  });

  it("others get responses, and the journal has them in the order of their responses", async () => {
    const { server, finish } = await openWaiting();
    expect((await getIndex(server)).status).toBe(200);
    await finish();
    expect(server.journal.entries().map(({ operation }) => operation)).toEqual(["promptIndex.get", "pages.archive"]);
  });

  it("a key that is revoked still counts for it", async () => {
    const { server, finish } = await openWaiting();
    server.control.apiKeys.revoke({ apiKey: "key_north" });
    expect((await getIndex(server)).status).toBe(401);
    expect((await finish()).status).toBe(201);
  });
});
