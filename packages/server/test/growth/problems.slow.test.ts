import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { measureHeap } from "../collect-garbage.ts";
import { brainId, errorOf, expectLinearCost, type Growth, measureCost, open, times } from "./linear-cost.ts";

const page = { brainId, title: "Tide" };
const named = (count: number) => Object.fromEntries(times(count, (index) => [`name${index}`, 1])) as never;
const numbers = (count: number) => times(count, (index) => index) as never;

/** Inputs with a number of problems. */
// biome-ignore format: one row a line
const inputs: [what: string, create: (count: number) => (server: ReferenceServer) => unknown][] = [
  ["texts of a page", (count) => ({ control }) => control.pages.create({ ...page, entities: numbers(count) })],
  ["sources of a page", (count) => ({ control }) => control.pages.create({ ...page, sources: numbers(count) })],
  ["texts of a source", (count) => ({ control }) => control.pages.create({ ...page, sources: [{ ingestSourceId: "a", chunkUuids: numbers(count) }] })],
  ["texts of a page in a state", (count) => (server) => server.seed({ version: 1, pages: [{ ...page, entities: numbers(count) }] })],
  ["texts of an entry", (count) => ({ journal }) => journal.explain({ ignoredFields: numbers(count), truncatedFields: numbers(count) } as never)],
  ["values of headers", (count) => ({ faults }) => faults.add({ kind: "response", status: 200, headers: named(count) })],
  ["names of headers", (count) => ({ faults }) => faults.add({ kind: "response", status: 200, headers: Object.fromEntries(times(count, (index) => [`a b${index}`, ""])) })],
  ["fields of a fault's input", (count) => ({ faults }) => faults.add({ kind: "hang", input: named(count) })],
  ["fields of a filter", (count) => ({ journal }) => journal.entries({ input: named(count) })],
  ["unknown fields", (count) => ({ control }) => control.pages.create({ ...page, ...(named(count) as object) })],
  ["arrays of a state", (count) => (server) => server.seed(named(count))],
];

// biome-ignore format: one row a line
const growths: Growth[] = [
  ...inputs.map(([what, create]): Growth => [what, 8000, open, (server, size) => errorOf(() => create(size)(server))]),
  ["a filter of a wait that ends without a match", 10_000, open, ({ journal }, size) => journal.waitFor({ path: `/${"%3".repeat(size)}%31`, timeout: 0 }).catch(() => {})],
  ["records with an unknown field of their own", 1000, open, (server, size) => errorOf(() => server.seed({ version: 1, pages: times(size, (slug) => ({ ...page, slug: `${slug}`, [`summari${slug}`]: "" })) }))],
];

describe("the cost of problems grows no faster than their number:", () => {
  it.each(growths)("%s", expectLinearCost);
});

describe("an input with a hundred thousand problems", () => {
  it.each(inputs)("takes little time and memory: %s", async (_, create) => {
    const act = create(100_000);
    const server = open();
    const before = await measureHeap();
    let error: unknown;
    const costMs = await measureCost(() => {
      error = errorOf(() => act(server));
    });
    const isShort = expect.toSatisfy((count: number) => count > 0 && count <= 100);
    expect(error).toHaveProperty("problems.length", isShort);
    expect(JSON.stringify(error).length).toBeLessThan(100_000);
    expect(costMs).toBeLessThan(1000);
    expect((await measureHeap()) - before).toBeLessThan(12_000_000);
  });
});
