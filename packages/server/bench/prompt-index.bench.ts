import { createReferenceServer, type StoredPage } from "@knowledge-base/server";
import { test } from "vitest";

const path = "/v1/brains/brain_large/index?limit=50";

function createBrain(pageCount: number) {
  const server = createReferenceServer();
  const [organization] = server.snapshot().organizations;
  const organizationId = organization?.id ?? "";
  server.seed({
    version: 1,
    brains: [{ id: "brain_large", organizationId, name: "Large" }],
    pages: Array.from({ length: pageCount }, (_, number) => createPage(number)),
  });
  const headers = { "x-api-key": server.apiKey };
  return async () => {
    const response = await server.fetch(server.baseUrl + path, { headers });
    const entries = await response.json();
    if (entries.length !== 50) throw new Error(`expected 50 entries, got ${entries.length}`);
  };
}

function createPage(number: number): StoredPage {
  const time = new Date(Date.UTC(2026, 0, 1) + ((number * 7919) % 1_000_003) * 1000).toISOString();
  return {
    id: `page_${number}`,
    tenantId: "tenant",
    subjectId: "subject",
    brainId: "brain_large",
    source: null,
    pageType: "topic",
    bucket: "notes",
    bucketSource: "auto",
    slug: `page-${number}`,
    title: `Page ${number}`,
    summary: "A page of a large brain, with a summary of an ordinary length.",
    body: "",
    entities: [],
    sources: [],
    backlinks: [],
    embedding: [],
    version: 1,
    pinned: number % 1000 === 0,
    archived: false,
    status: number % 3 === 0 ? "stale" : "active",
    lastCompiledAt: time,
    lastReferencedAt: number % 2 === 0 ? time : null,
    createdAt: time,
    updatedAt: time,
  };
}

test("the prompt index costs the same in a brain of any size", async ({ bench }) => {
  const sizes = [100, 1000, 100_000, 1_000_000];
  const [first, second, ...rest] = sizes.map((size) => bench(nameOf(size), createBrain(size)));
  if (!first || !second) throw new Error("a comparison takes two benchmarks");
  const results = await bench.compare(first, second, ...rest);
  for (const [small, large] of [
    [100, 100_000],
    [1000, 1_000_000],
  ] as const) {
    const ratio = results.get(nameOf(large)).latency.mean / results.get(nameOf(small)).latency.mean;
    console.log(`promptIndex.get({ limit: 50 }): ${nameOf(large)} / ${nameOf(small)} = ${ratio.toFixed(2)}`);
  }
}, 300_000);

function nameOf(size: number): string {
  return `${size.toLocaleString("en")} pages`;
}
