import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { compareCalls, cpuTimeOf, printFigure } from "../../../scripts/budgets/measure.ts";

// CPU time of the first 50 entries of a large brain, relative to a small one, and of a change of the large brain.

const brainId = "brain_operations";

const small = createBrain(1000);
const large = createBrain(100_000);
await compareCalls("server.index", large.getIndex, small.getIndex, 1000);

let changed = 0;
const change = async () => {
  changed += 1;
  const page = { brainId, slug: `page-${(changed * 7919) % 100_000}` };
  large.server.control.pages.pin(page);
  await large.getIndex();
  large.server.control.pages.unpin(page);
  await large.getIndex();
};
await cpuTimeOf(change, 100);
printFigure({ name: "server.change", value: (await cpuTimeOf(change, 1000)) / 2 / 1000 });

/** Creates a brain whose pages differ in what the index is sorted by. */
function createBrain(pageCount: number) {
  const {
    pages: [sample],
    ...state
  } = demoSeed();
  if (!sample) throw new Error("The demo seed has no pages.");
  const pages = Array.from({ length: pageCount }, (_, number) => {
    const time = new Date(Date.UTC(2026, 0, 1) + ((number * 7919) % 1_000_003) * 1000).toISOString();
    return {
      ...sample,
      id: `page_${number}`,
      brainId,
      slug: `page-${number}`,
      embedding: [],
      pinned: number % 1000 === 0,
      archived: false,
      status: number % 3 === 0 ? ("stale" as const) : ("active" as const),
      lastReferencedAt: number % 2 === 0 ? time : null,
      updatedAt: time,
    };
  });
  const server = createReferenceServer({ seed: { ...state, pages } });
  const url = `${server.baseUrl}/v1/brains/${brainId}/index?limit=50`;
  const getIndex = async () => {
    const entries = await (await server.fetch(url, { headers: { "x-api-key": server.apiKey } })).json();
    if (entries.length !== 50) throw new Error(`The index has ${entries.length} entries instead of 50.`);
  };
  return { server, getIndex };
}
