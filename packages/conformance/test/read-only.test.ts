import { runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { createControls, createTestState, records } from "./test-targets.ts";

describe("a run that must not write", () => {
  it("changes nothing, and conforms", async () => {
    const server = createReferenceServer({ seed: createTestState() });
    const { baseUrl, apiKey, fetch } = server;
    const before = server.snapshot();
    const report = await runConformance({ baseUrl, apiKey, fetch, records, controls: createControls(server) });
    expect(server.snapshot()).toEqual(before);
    expect(report).toMatchObject({ conforms: true, write: false, counts: { failed: 0, differs: 0 } });
    expect(report.counts.passed).toBeGreaterThan(40);
  });

  it("sends nothing that could change a record, whatever the implementation returns", async () => {
    const sent: string[] = [];
    const fetch = async (url: string, { method }: RequestInit) => {
      if (method !== "GET") sent.push(new URL(url).pathname);
      return Response.json({});
    };
    await runConformance({ baseUrl: "https://wrong.test", apiKey: "key", fetch, records });
    expect(sent.length).toBeGreaterThan(10);
    expect(sent.filter((path) => !path.includes("no-such-record") && !path.includes("%E0%A4%A"))).toEqual([]);
  });

  it("lists what was not checked because of that", async () => {
    const { baseUrl, apiKey, fetch } = createReferenceServer({ seed: createTestState() });
    const { results } = await runConformance({ baseUrl, apiKey, fetch, records });
    const missing = results.filter(({ status }) => status === "notChecked").map(({ message }) => message);
    expect(new Set(missing)).toEqual(
      new Set([
        "needs write (--write), for it changes records",
        "needs approveOAuth, which the specification does not show",
        "needs advanceClock, which the specification does not show",
        "needs restorePage, which the specification does not show",
      ]),
    );
  });
});

describe("a run without records", () => {
  it("checks what needs none, and lists what the rest needs", async () => {
    const { baseUrl, apiKey, fetch } = createReferenceServer({ seed: createTestState() });
    const { results, counts } = await runConformance({ baseUrl, apiKey, fetch });
    expect(counts).toMatchObject({ failed: 0, differs: 0 });
    expect(results.filter(({ status }) => status === "passed").map(({ id }) => id)).toEqual(
      expect.arrayContaining(["authentication/before-validation", "errors/path-without-query", "oauth.start/401"]),
    );
    expect(results.find(({ id }) => id === "promptIndex.get/pinned-first")).toMatchObject({
      status: "notChecked",
      message: "needs the record brainId",
    });
  });
});
