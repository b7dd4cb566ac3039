import { measureHeap } from "@knowledge-base/internal/test-helpers/collect-garbage.ts";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { printFigure } from "../../../scripts/budgets/measure.ts";
import { page } from "../../types/bench/sample-bodies.ts";

// Heap of pages that calls have returned, relative to pages that `JSON.parse` has returned: an embedding that isn't packed
// any more takes two or three times as much.

const pages = 500;
const warmUpCalls = 200;

const text = JSON.stringify(page);
const kb = new KnowledgeBase({
  baseUrl: "https://kb.example.com",
  apiKey: "kb_benchmark_key",
  fetch: async () => new Response(text, { status: 201, headers: { "content-type": "application/json" } }),
});
const archive = () => kb.pages.archive({ brainId: page.brainId, slug: page.slug });

for (let call = 0; call < warmUpCalls; call += 1) await archive();
const parsed = await measurePage(async () => JSON.parse(text));
const received = await measurePage(archive);
const note = `${received.toFixed(0)} and ${parsed.toFixed(0)} bytes`;
printFigure({ name: "sdk.embedding", value: received / parsed, note });

// Returns the bytes of the heap that one page takes.
async function measurePage(create: () => Promise<unknown>): Promise<number> {
  const kept: unknown[] = [];
  const before = await measureHeap();
  for (let count = 0; count < pages; count += 1) kept.push(await create());
  const bytes = ((await measureHeap()) - before) / pages;
  if (kept.length !== pages) throw new Error("The pages must be kept until they are measured.");
  return bytes;
}
