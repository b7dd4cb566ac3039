import { runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { createControls, createTestState, records } from "../test-targets.ts";
import { variants } from "./variants.ts";

describe("a valid service has no failure", () => {
  it.each(Object.entries(variants))("that %s", async (_, variant) => {
    const server = createReferenceServer({ seed: createTestState() });
    const { baseUrl, apiKey, reset } = server;
    const target = { baseUrl, apiKey, fetch: variant(server.fetch), records, reset, controls: createControls(server) };
    const { results, counts } = await runConformance({ ...target, write: true });
    const problems = results.filter(({ status }) => status === "failed" || status === "error");
    expect(problems.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
    expect(counts.passed).toBeGreaterThan(40);
  });
});
