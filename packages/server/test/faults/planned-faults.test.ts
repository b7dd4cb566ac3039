import { ControlError, type Fault } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { getIndex, statusesOf } from "./calls.ts";

const unavailable = { kind: "status", status: 503 } as const;

describe("the planned faults", () => {
  it.each<Fault>([
    unavailable,
    { kind: "status", status: 429, retryAfter: 3, afterCommit: true, operation: "oauth.start", times: 4 },
    { kind: "status", status: 429, retryAfter: "Wed, 01 Jul 2026 12:00:05 GMT", probability: 0.25 },
    { kind: "latency", latency: 0.5, afterCommit: false },
    { kind: "hang" },
    { kind: "connection_reset", probability: 1 },
    { kind: "gateway_html", status: 504 },
    { kind: "stalled_body", times: 2 },
    { kind: "truncated_json", operation: "pages.archive" },
    { kind: "hang", input: { brainId: "brain_tides", slug: "spring-tide", limit: 500, notifyBriefs: true } },
    { kind: "json_patch", patch: [{ op: "copy", from: "", path: "/~0~1" }], times: 2 },
    { kind: "response", status: 302, headers: { Location: "/moon" }, afterCommit: true, probability: 0.5 },
    { kind: "response", status: 200, body: { nested: [null, "x", { y: 1.5 }] } },
    {
      kind: "sequence",
      steps: [{ kind: "pass" }, { kind: "latency", latency: 5 }, unavailable],
      operation: "oauth.start",
    },
  ])("are listed as they were planned: %o", (fault) => {
    const server = openServer();
    const planned = server.faults.add(fault);
    expect(planned).toStrictEqual({ ...fault, id: "fault_1", uses: 0 });
    expect(server.faults.list()).toStrictEqual([planned]);
    expect(server.faults.pending()).toStrictEqual([planned]);
  });

  it("are listed in their order", () => {
    const server = openServer();
    const planned = [unavailable, { kind: "hang" }, { kind: "latency", latency: 1 }] as const;
    for (const fault of planned) server.faults.add(fault);
    expect(server.faults.list().map(({ id, kind }) => [id, kind])).toEqual([
      ["fault_1", "status"],
      ["fault_2", "hang"],
      ["fault_3", "latency"],
    ]);
  });

  it("keep unique ids when others are removed", async () => {
    const server = openServer();
    server.faults.add(unavailable);
    await getIndex(server);
    server.faults.remove(server.faults.add(unavailable).id);
    server.faults.clear();
    expect(server.faults.add(unavailable).id).toBe("fault_3");
  });

  it("are pending until they were applied as often as planned", async () => {
    const server = openServer();
    server.faults.add({ ...unavailable, times: 2 });
    await getIndex(server);
    expect(server.faults.pending()).toMatchObject([{ uses: 1, times: 2 }]);
    await getIndex(server);
    expect(server.faults.pending()).toEqual([]);
  });

  it("are pending until they were applied once if they have a probability", async () => {
    const server = openServer();
    server.faults.add({ ...unavailable, probability: 1 });
    server.faults.add({ kind: "hang", probability: 1 });
    expect(server.faults.pending()).toHaveLength(2);
    await getIndex(server);
    expect(server.faults.pending()).toMatchObject([{ kind: "hang", uses: 0 }]);
    expect(server.faults.list()).toHaveLength(2);
  });

  it("can be removed one by one", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 500 });
    const { id } = server.faults.add({ kind: "status", status: 502 });
    server.faults.add({ kind: "status", status: 504 });
    expect(server.faults.remove(id)).toBeUndefined();
    expect(await statusesOf(server, 3)).toEqual([500, 504, 200]);
  });

  it("can be removed after some of its times", async () => {
    const server = openServer();
    const { id } = server.faults.add({ ...unavailable, times: 5 });
    expect(await statusesOf(server, 2)).toEqual([503, 503]);
    server.faults.remove(id);
    expect(await statusesOf(server, 1)).toEqual([200]);
  });

  it.each(["fault_1", "fault_2"])("cannot be removed twice, or after they were applied: %s", async (id) => {
    const server = openServer();
    server.faults.add(unavailable);
    await getIndex(server);
    server.faults.add(unavailable);
    server.faults.remove("fault_2");
    expect(() => server.faults.remove(id)).toThrow(ControlError);
    expect(() => server.faults.remove(id)).toThrow(
      expect.objectContaining({
        code: "not_found",
        message: `Failed to remove a planned fault: no fault ${id} is planned.`,
        problems: [],
      }) as Error,
    );
  });

  it("can all be removed at once", async () => {
    const server = openServer();
    server.faults.add({ ...unavailable, times: 9 });
    server.faults.add({ kind: "hang", probability: 1 });
    expect(server.faults.clear()).toBeUndefined();
    expect([server.faults.list(), server.faults.pending()]).toEqual([[], []]);
    expect(await statusesOf(server, 2)).toEqual([200, 200]);
  });

  it("are removed by a reset, and their ids begin again", async () => {
    const server = openServer();
    const north = server.organization("org_north");
    server.faults.add({ ...unavailable, times: 9 });
    north.faults.add({ ...unavailable, times: 9 });
    server.reset();
    expect([server.faults.list(), north.faults.list()]).toEqual([[], []]);
    expect(await statusesOf(server, 2)).toEqual([200, 200]);
    expect(server.faults.add(unavailable).id).toBe("fault_1");
  });

  it("cannot be changed through the returned objects", async () => {
    const server = openServer();
    const given = { kind: "status", status: 503, times: 1 } as { kind: "status"; status: number; times: number };
    const planned = server.faults.add(given);
    given.status = 500;
    given.times = 9;
    Object.assign(planned, { status: 501, uses: 5 });
    Object.assign(server.faults.list()[0] ?? {}, { status: 502 });
    Object.assign(server.faults.pending()[0] ?? {}, { status: 504 });
    (server.faults.list() as unknown[]).pop();
    expect(await statusesOf(server, 2)).toEqual([503, 200]);
  });
});
