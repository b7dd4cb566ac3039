import { runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { startServer } from "./start-server.ts";
import { createControls, createTestState, records } from "./test-targets.ts";

describe("a run that must not write", () => {
  it("changes nothing, and conforms", async () => {
    const server = createReferenceServer({ seed: createTestState() });
    const { baseUrl, apiKey, fetch } = server;
    const before = server.snapshot();
    const report = await runConformance({ baseUrl, apiKey, fetch, records, controls: createControls(server) });
    expect(server.snapshot()).toEqual(before);
    expect(report).toMatchObject({ conforms: true, write: false, counts: { failed: 0, differs: 0 } });
    expect(report.counts.passed).toBeGreaterThan(30);
  });

  it.each([200, 400, 500])(
    "sends GET requests only, whatever the implementation does: %i for everything",
    async (status) => {
      const methods: unknown[] = [];
      const fetch = async (_: string, { method }: RequestInit) => {
        methods.push(method);
        return Response.json({}, { status });
      };
      const controls = createControls(createReferenceServer());
      await runConformance({ baseUrl: "https://wrong.test", apiKey: "key", fetch, records, controls, reset: () => {} });
      expect(methods.length).toBeGreaterThan(20);
      expect(new Set(methods)).toEqual(new Set(["GET"]));
    },
  );

  it("removes nothing from a server that ignores ids and keys, and deletes on every request but GET", async () => {
    let lost = 0;
    const baseUrl = await startServer((request, response) => {
      if (request.method !== "GET") lost++;
      response.setHeader("content-type", "application/json").end(lost === 0 ? "[]" : "{}");
    });
    const report = await runConformance({ baseUrl, apiKey: "key_of_nobody", records });
    expect(report.counts.failed).toBeGreaterThan(10);
    expect(lost).toBe(0);
  });

  it("names everything that is missing for a case at once", async () => {
    const { baseUrl, apiKey, fetch } = createReferenceServer({ seed: createTestState() });
    const { results } = await runConformance({ baseUrl, apiKey, fetch });
    expect(results.find(({ id }) => id === "bindings.update/notifications")).toMatchObject({
      status: "notChecked",
      message: "needs --write, the records brainId, bindingId and slug and the control notify",
      missing: { write: true, records: ["brainId", "bindingId", "slug"], controls: ["notify"] },
    });
  });
});

describe("a run without records", () => {
  it("checks what needs none, and lists what the rest needs", async () => {
    const { baseUrl, apiKey, fetch } = createReferenceServer({ seed: createTestState() });
    const { results, counts } = await runConformance({ baseUrl, apiKey, fetch });
    expect(counts).toMatchObject({ failed: 0, differs: 0 });
    expect(results.filter(({ status }) => status === "passed").map(({ id }) => id)).toEqual(
      expect.arrayContaining(["authentication/before-validation", "errors/path-without-query", "promptIndex.get/401"]),
    );
    expect(results.find(({ id }) => id === "promptIndex.get/pinned-first")).toMatchObject({
      status: "notChecked",
      message: "needs the record brainId",
    });
  });
});
