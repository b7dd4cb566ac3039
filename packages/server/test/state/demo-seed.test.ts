import { createReferenceServer, type StoredPage } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { buckets, pageStatuses, pageTypes } from "@knowledge-base/types";
import { bucketSources } from "@knowledge-base/types/internal";
import { expect, it } from "vitest";
import { send } from "../helpers/open-server.ts";

const { snapshot } = createReferenceServer({ seed: demoSeed() });
const { pages } = snapshot();

it("the demo seed is a complete state, also as JSON, and equal each time", () => {
  expect(snapshot()).toStrictEqual(demoSeed());
  expect(JSON.parse(JSON.stringify(demoSeed()))).toStrictEqual(demoSeed());
});

it("the demo seed shares no object with the one before, so that each may be changed", () => {
  const objectsIn = (value: unknown): object[] =>
    typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
  const first = new Set(objectsIn(demoSeed()));
  expect(objectsIn(demoSeed()).filter((object) => first.has(object))).toEqual([]);
});

it.each<{ brainId: string; key: string; count: number; shown: number }>([
  { brainId: "brain_operations", key: "kb_demo_harbour_line", count: 34, shown: 30 },
  { brainId: "brain_guest_services", key: "kb_demo_harbour_line", count: 3, shown: 3 },
  { brainId: "brain_recipes", key: "kb_demo_alder_street", count: 4, shown: 4 },
])("the demo seed has $count pages of $brainId, and the index shows $shown", async ({ brainId, key, count, shown }) => {
  const server = createReferenceServer({ seed: demoSeed() });
  expect(pages.filter((page) => page.brainId === brainId)).toHaveLength(count);
  expect((await send(server, `GET /v1/brains/${brainId}/index`, { key })).body).toHaveLength(shown);
});

it.each<{ field: keyof StoredPage; values: readonly unknown[] }>([
  { field: "pageType", values: pageTypes },
  { field: "bucket", values: buckets },
  { field: "bucketSource", values: bucketSources },
  { field: "status", values: pageStatuses },
  { field: "pinned", values: [false, true] },
  { field: "archived", values: [false, true] },
])("the pages of the demo seed have every $field of the specification", ({ field, values }) => {
  expect(new Set(pages.map((page) => page[field]))).toEqual(new Set(values));
});

it("the pages of the demo seed link to the pages of their brain that the body names", () => {
  for (const { brainId, slug, body, backlinks } of pages) {
    const named = Array.from(body.matchAll(/\[\[([^\]|]+)(?:\|[^\]]+)?\]\]/g), ([, link]) => link);
    expect(backlinks, slug).toEqual([...new Set(named)]);
    const slugs = pages.filter((page) => page.brainId === brainId).map((page) => page.slug);
    expect(slugs, slug).toEqual(expect.arrayContaining([...backlinks]));
  }
  expect(pages.filter(({ backlinks }) => backlinks.length > 0).length).toBeGreaterThan(30);
});

it("the pages of the demo seed have embeddings of 1,536 numbers and the length 1", () => {
  for (const { slug, embedding } of pages) {
    expect(embedding, slug).toHaveLength(1536);
    expect(Math.hypot(...embedding), slug).toBeCloseTo(1, 4);
  }
});
