import type { Fault } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { bodyOf, post } from "../http-control/post.ts";
import { openServer } from "../open-server.ts";
import { getIndex, statusesOf } from "./calls.ts";

const faults: readonly Fault[] = [
  { kind: "json_patch", patch: [{ op: "remove", path: "/0/title" }], input: { brainId: "brain_tides" }, skip: 1 },
  { kind: "response", status: 302, headers: { location: "/moon" }, body: { at: null }, afterCommit: true },
  { kind: "sequence", steps: [{ kind: "status", status: 503 }, { kind: "pass" }], operation: "promptIndex.get" },
];

const invalid: readonly object[] = [
  { kind: "response", status: 204, body: "x" },
  { kind: "response", status: 200, headers: { "content-length": "0", a: "\r\n" } },
  { kind: "json_patch", patch: [{ op: "add", path: "x" }], status: 1 },
  { kind: "sequence", steps: [{ kind: "hang", status: 500 }], times: 1 },
  { kind: "hang", input: { limit: "3" } },
];

describe("over HTTP", () => {
  it.each(faults)("a fault is planned as in the same process: $kind", async (fault) => {
    const [here, there] = [openServer(), openServer()];
    const connected = await connect(there.baseUrl, { fetch: withControl(there) });
    const planned = here.faults.add(fault);
    expect(await connected.faults.add(fault)).toStrictEqual(planned);
    for (let request = 0; request < 2; request += 1) {
      const [expected, received] = [await getIndex(here), await getIndex(there)];
      expect(received.status).toBe(expected.status);
      expect([...received.headers]).toEqual([...expected.headers]);
      expect(await received.text()).toBe(await expected.text());
      expect(await connected.faults.pending()).toStrictEqual(here.faults.pending());
      expect(await connected.journal.entries()).toStrictEqual(here.journal.entries());
    }
    expect(await connected.faults.pending()).toEqual([]);
  });

  it.each(invalid)("a fault is rejected as in the same process: %o", async (fault) => {
    const [here, there] = [openServer(), openServer()];
    const connected = await connect(there.baseUrl, { fetch: withControl(there) });
    let thrown: unknown;
    try {
      here.faults.add(fault as Fault);
    } catch (error) {
      thrown = error;
    }
    const { code, message, problems } = thrown as { code: string; message: string; problems: object[] };
    await expect(connected.faults.add(fault as Fault)).rejects.toMatchObject({ code, message, problems });
    const received = await post(there, "faults/add", bodyOf(undefined, fault));
    expect(received).toEqual({ status: 400, body: { error: { code, message, problems } } });
    expect(there.faults.list()).toEqual([]);
  });

  it("a fault of an organization applies to its requests only", async () => {
    const server = openServer();
    const connected = await connect(server.baseUrl, { fetch: withControl(server) });
    await connected.organization("org_south").faults.add({ kind: "response", status: 202, times: 9 });
    await connected.organization("org_north").faults.add({ kind: "response", status: 203 });
    expect(await statusesOf(server, 2)).toEqual([203, 200]);
  });

  it("a patch that cannot be applied is listed with its problem", async () => {
    const server = openServer();
    const connected = await connect(server.baseUrl, { fetch: withControl(server) });
    await connected.faults.add({ kind: "json_patch", patch: [{ op: "remove", path: "/title" }] });
    await getIndex(server);
    expect(await connected.faults.pending()).toMatchObject([
      { uses: 0, problem: 'patch[0] (remove "/title"): the array has 1 element and none at title' },
    ]);
  });
});
