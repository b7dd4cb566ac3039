import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { conformanceCases, runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it, onTestFinished } from "vitest";

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
    const reference = createReferenceServer({ seed: demoSeed() });
    let requests = 0;
    const server = createServer(async (request, response) => {
      if (++requests === 6) {
        request.socket.destroy();
        return;
      }
      const { status, headers, body } = await reference.fetch(`${reference.baseUrl}${request.url}`, {
        headers: { "x-api-key": String(request.headers["x-api-key"] ?? "") },
      });
      response.writeHead(status, Object.fromEntries(headers)).end(body && (await new Response(body).text()));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const report = await runConformance({ baseUrl, apiKey: reference.apiKey });
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
