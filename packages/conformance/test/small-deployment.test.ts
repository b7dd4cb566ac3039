import { type ConformanceResult, runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { brain, installation, organization, page } from "@knowledge-base/server/factories";
import { describe, expect, it } from "vitest";
import { createControls, createTestState, records } from "./test-targets.ts";

/** Runs the suite against a brain with one short page, which is not pinned, and an installation without channels. */
async function runSmall(): Promise<readonly ConformanceResult[]> {
  const server = createReferenceServer({
    seed: {
      version: 1,
      organizations: [organization()],
      brains: [brain()],
      pages: [page({ title: "Tide table" })],
      installations: [installation()],
      bindings: [],
    },
  });
  const { baseUrl, apiKey, fetch, reset } = server;
  const small = { brainId: "brain", slug: "tide-table", installationId: "installation" };
  const target = { baseUrl, apiKey, fetch, reset, records: small, controls: createControls(server), write: true };
  return (await runConformance(target)).results;
}

describe("a small deployment", () => {
  it("has no failure", async () => {
    const results = await runSmall();
    expect(results.filter(({ status }) => status === "failed" || status === "error")).toEqual([]);
  });

  it.each([
    ["promptIndex.get/pinned-first", "pinnedSlug"],
    ["promptIndex.get/pinned-with-limit", "pinnedSlug"],
    ["promptIndex.get/summary-length", "longSummarySlug"],
    ["promptIndex.get/unique-slugs", "at least 2 pages"],
    ["promptIndex.get/limit", "at least 2 pages"],
    ["promptIndex.get/limit-default", "more than 50 pages"],
    ["promptIndex.get/limit-keeps-order", "more than 3 pages"],
    ["channels.list/success", "installationId with a channel"],
    ["pages.archive/source", "whose source is not null"],
    ["pages.archive/sources", "with ingest sources"],
    ["pages.archive/backlinks", "wikilink"],
  ])("is not checked by %s, which says what it needs", async (id, need) => {
    const result = (await runSmall()).find((candidate) => candidate.id === id);
    expect(result).toMatchObject({ status: "notChecked", message: expect.stringContaining(need) });
  });
});

describe("a record that is not what it should be", () => {
  it.each([
    ["bindingId", "binding_yard", ["bindings.update/installation", "bindings.update/notifications"]],
    ["disabledBindingId", "binding_bridge", ["bindings.update/disabled", "bindings.update/disabled-notifications"]],
    ["pinnedSlug", "lapwing", ["pages/pinned-exempt"]],
    ["longSummarySlug", "lapwing", ["promptIndex.get/summary-of-page"]],
  ] as const)("inverts no verdict: %s names %s", async (record, id, notChecked) => {
    const server = createReferenceServer({ seed: createTestState() });
    const { baseUrl, apiKey, fetch, reset } = server;
    const wrong = { ...records, [record]: id };
    const target = { baseUrl, apiKey, fetch, reset, records: wrong, controls: createControls(server), write: true };
    const { results } = await runConformance(target, {
      filter: (info) => (notChecked as readonly string[]).includes(info.id),
    });
    expect(results.map((result) => [result.id, result.status])).toEqual(notChecked.map((name) => [name, "notChecked"]));
  });
});
