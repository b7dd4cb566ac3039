import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { archive, getIndex, statusesOf } from "./calls.ts";

const unavailable = { kind: "status", status: 503 } as const;
const pass = { kind: "pass" } as const;

describe("a sequence", () => {
  it("applies one step to each request", async () => {
    const server = openServer();
    server.faults.add({
      kind: "sequence",
      steps: [
        unavailable,
        pass,
        { kind: "gateway_html" },
        { kind: "json_patch", patch: [{ op: "add", path: "/-", value: null }] },
        { kind: "response", status: 204 },
        { kind: "truncated_json" },
      ],
    });
    expect(await statusesOf(server, 3)).toEqual([503, 200, 502]);
    expect(await (await getIndex(server)).json()).toEqual([expect.anything(), null]);
    expect(server.faults.pending()).toMatchObject([{ id: "fault_1", uses: 4 }]);
    expect(await statusesOf(server, 1)).toEqual([204]);
    await expect((await getIndex(server)).json()).rejects.toThrow(SyntaxError);
    expect(server.faults.list()).toEqual([]);
    expect(await statusesOf(server, 1)).toEqual([200]);
    expect(server.journal.entries().map(({ fault, reason }) => fault ?? reason)).toEqual([
      "status",
      "success",
      "gateway_html",
      "json_patch",
      "response",
      "truncated_json",
      "success",
    ]);
  });

  it("counts only the requests that match", async () => {
    const server = openServer();
    server.faults.add({ kind: "sequence", operation: "promptIndex.get", steps: [unavailable, unavailable] });
    expect((await archive(server)).status).toBe(201);
    expect(await statusesOf(server, 3)).toEqual([503, 503, 200]);
  });

  it("can begin after some requests", async () => {
    const server = openServer();
    server.faults.add({ kind: "sequence", skip: 1, steps: [unavailable, pass, unavailable] });
    expect(await statusesOf(server, 5)).toEqual([200, 503, 200, 503, 200]);
  });

  it("is pending until each step was taken, also if the last one lets the request pass", async () => {
    const server = openServer();
    server.faults.add({ kind: "sequence", steps: [unavailable, pass] });
    await getIndex(server);
    expect(server.faults.pending()).toHaveLength(1);
    await getIndex(server);
    expect(server.faults.pending()).toEqual([]);
  });

  it("leaves requests to faults that were planned earlier, and other requests to later ones", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 500 });
    server.faults.add({ kind: "sequence", steps: [unavailable, pass, unavailable] });
    server.faults.add({ kind: "status", status: 504 });
    expect(await statusesOf(server, 5)).toEqual([500, 503, 504, 503, 200]);
  });

  it("adds its latency to others", async () => {
    const server = openServer();
    server.faults.add({ kind: "latency", latency: 1 });
    server.faults.add({ kind: "sequence", steps: [{ kind: "latency", latency: 2 }] });
    server.faults.add(unavailable);
    expect(await statusesOf(server, 1)).toEqual([503]);
    expect(server.journal.entries()).toMatchObject([{ latency: 3, fault: "status" }]);
    expect(server.faults.list()).toEqual([]);
  });

  it("repeats a step whose patch could not be applied", async () => {
    const server = openServer();
    const patch = { kind: "json_patch", patch: [{ op: "remove", path: "/title" }] } as const;
    server.faults.add({ kind: "sequence", steps: [unavailable, patch, { kind: "status", status: 504 }] });
    const [first, second, third] = await Promise.all([getIndex(server), getIndex(server), getIndex(server)]);
    expect([first.status, second.status, third.status]).toEqual([503, 500, 504]);
    expect(server.faults.pending()).toMatchObject([{ uses: 2, problem: expect.stringContaining("none at title") }]);
    expect(await (await archive(server)).json()).not.toHaveProperty("title");
    expect(server.faults.list()).toEqual([]);
  });

  it("loses an operation first and repeats its effect", async () => {
    const server = openServer();
    const lost = { kind: "connection_reset", afterCommit: true } as const;
    server.faults.add({ kind: "sequence", operation: "pages.archive", steps: [lost, pass] });
    await expect(archive(server)).rejects.toThrow("fetch failed");
    expect((await archive(server)).status).toBe(201);
    expect(server.journal.entries()).toMatchObject([{ committed: true, status: null }, { committed: true }]);
  });
});
