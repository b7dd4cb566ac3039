import type { Fault } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { archive, getIndex, isArchived } from "./calls.ts";

describe("a patched response", () => {
  const rename: Fault = { kind: "json_patch", patch: [{ op: "replace", path: "/title", value: "Ebb" }] };

  it("is that of an operation that was executed", async () => {
    const server = openServer();
    server.faults.add(rename);
    const response = await archive(server);
    expect(response.status).toBe(201);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.json()).toMatchObject({ title: "Ebb", archived: true });
    expect(isArchived(server)).toBe(true);
    expect(server.snapshot().pages[0]?.title).not.toBe("Ebb");
    expect(server.journal.entries()).toMatchObject([
      { status: 201, reason: "fault", fault: "json_patch", committed: true, message: null },
    ]);
    expect(server.faults.list()).toEqual([]);
  });

  it("may be an error", async () => {
    const server = openServer();
    server.faults.add({ kind: "json_patch", patch: [{ op: "remove", path: "/statusCode" }] });
    const response = await getIndex(server, { headers: {} });
    expect(response.status).toBe(401);
    expect(await response.json()).not.toHaveProperty("statusCode");
    expect(server.journal.entries()).toMatchObject([
      { status: 401, reason: "fault", message: "Missing x-api-key header", committed: false },
    ]);
  });
});

describe("a patch that cannot be applied", () => {
  const fault: Fault = { kind: "json_patch", patch: [{ op: "remove", path: "/title" }] };
  const problem = 'patch[0] (remove "/title"): the array has 1 element and none at title';

  it("is reported by the response, the journal and the planned fault, which stays", async () => {
    const server = openServer();
    server.faults.add(fault);
    const message = expect.stringContaining(`Failed to apply fault_1 to the response with status 200: ${problem}.`);
    for (let request = 1; request <= 2; request += 1) {
      const response = await getIndex(server);
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({ statusCode: 500, message });
      expect(server.faults.pending()).toMatchObject([{ id: "fault_1", uses: 0, problem }]);
    }
    const [entry] = server.journal.entries();
    expect(entry).toMatchObject({ status: 500, reason: "failure", fault: "json_patch", message, committed: true });
    expect(entry && server.journal.explain(entry)).toContain(
      "because the planned fault (patched JSON) could not be applied: Failed to apply fault_1",
    );
  });

  it("shows no key in the journal, even if the response has it", async () => {
    const key = "key_north_and_more";
    const pages = [buildPage({ slug: "spring-tide", title: key })];
    const seed = buildState({ pages });
    const server = openServer({
      seed: { ...seed, apiKeys: seed.apiKeys.map((record) => ({ ...record, key })).slice(0, 1) },
    });
    server.faults.add({ kind: "json_patch", patch: [{ op: "test", path: "/0/title", value: "Ebb" }] });
    const response = await getIndex(server, { headers: { "x-api-key": key } });
    expect(response.status).toBe(500);
    expect(JSON.stringify(server.journal.entries())).toContain("which differs from");
    expect(JSON.stringify(server.journal.entries())).not.toContain(key);
  });

  it("applies to a later request", async () => {
    const server = openServer();
    server.faults.add({ ...fault, operation: "pages.archive" });
    const notFound = "/v1/brains/brain_tides/pages/moon/archive";
    const init = { method: "POST", headers: { "x-api-key": "key_north" } };
    expect(await server.fetch(server.baseUrl + notFound, init)).toHaveProperty("status", 500);
    expect(await (await archive(server)).json()).not.toHaveProperty("title");
    expect(server.faults.pending()).toEqual([]);
  });

  it("keeps its place in the order of planning", async () => {
    const server = openServer();
    server.faults.add(fault);
    server.faults.add({ kind: "status", status: 503 });
    await getIndex(server);
    expect(server.faults.list().map(({ id }) => id)).toEqual(["fault_1", "fault_2"]);
    expect((await archive(server)).status).toBe(201);
    expect(server.faults.list().map(({ id }) => id)).toEqual(["fault_2"]);
  });

  it.each(["clear", "remove", "reset"] as const)("is not planned again after %s", async (action) => {
    const server = openServer();
    server.faults.add({ kind: "latency", latency: 20, afterCommit: true });
    server.faults.add({ ...fault, times: 2 });
    const response = getIndex(server);
    if (action === "remove") server.faults.remove("fault_2");
    else if (action === "clear") server.faults.clear();
    else server.reset();
    expect((await response).status).toBe(500);
    expect(server.faults.list()).toEqual([]);
  });

  it("is not reported if the caller aborted the request", async () => {
    const server = openServer();
    server.faults.add({ kind: "latency", latency: 60_000 });
    server.faults.add(fault);
    const controller = new AbortController();
    const response = getIndex(server, { signal: controller.signal });
    controller.abort("enough");
    await expect(response).rejects.toBe("enough");
    await expect.poll(() => server.journal.entries()).toMatchObject([{ reason: "abandoned", fault: "json_patch" }]);
    expect(server.faults.list()).toEqual([]);
  });
});
