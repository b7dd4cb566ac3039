import { conformanceCases, runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";
import { startServer } from "./start-server.ts";

describe("a service that stops responding in the middle", () => {
  it("interrupts the run, and does not fail it", async () => {
    const server = createReferenceServer({ seed: demoSeed() });
    const listener = await listen(server);
    let finished = 0;
    const onResult = () => {
      if (++finished === 5) void listener.close({ timeout: 0 });
    };
    const target = { baseUrl: listener.url, apiKey: server.apiKey, records: { brainId: "brain_operations" } };
    const report = await runConformance(target, { onResult });
    expect(report).toMatchObject({ conclusion: "interrupted", conforms: false, succeeded: false });
    expect(report.counts).toMatchObject({ failed: 0, differs: 0, error: 1 });
    expect(report.results).toHaveLength(conformanceCases.length);
    const [broken] = report.results.filter(({ status }) => status === "error");
    expect(report.interruption).toEqual({ caseId: broken?.id, reason: expect.stringContaining("got no response") });
    expect(report.results.at(-1)).toMatchObject({ status: "notChecked", message: "the run was interrupted before" });
  });

  it("does not interrupt it if a single connection is lost", async () => {
    const server = createReferenceServer({ seed: demoSeed() });
    await using listener = await listen(server);
    let requests = 0;
    const baseUrl = await startServer((request, response) => {
      if (++requests === 6) request.socket.destroy();
      else response.writeHead(307, { location: listener.url + request.url }).end();
    });
    const follow = async (url: string, init: RequestInit) => {
      const { headers } = await fetch(url, init);
      return fetch(headers.get("location") ?? "", init);
    };
    const report = await runConformance({ baseUrl, apiKey: server.apiKey, fetch: follow });
    expect(report.interruption).toBeUndefined();
    expect(report).toMatchObject({ conclusion: "notCompleted", counts: { error: 1, failed: 0 } });
  });
});

describe("a run that is stopped", () => {
  it("is interrupted, and removes the records of its setup", async () => {
    const { baseUrl, apiKey, fetch } = createReferenceServer({ seed: demoSeed() });
    const controller = new AbortController();
    let removed = 0;
    const setup = () => ({ records: { brainId: "brain_operations" }, remove: () => removed++ });
    let finished = 0;
    const report = await runConformance(
      { baseUrl, apiKey, fetch, setup },
      {
        signal: controller.signal,
        onResult: () => {
          if (++finished === 3) controller.abort();
        },
      },
    );
    expect(report).toMatchObject({ conclusion: "interrupted", interruption: { reason: "the run was stopped" } });
    expect(removed).toBe(1);
  });
});
