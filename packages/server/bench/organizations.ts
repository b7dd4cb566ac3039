// Prints what 1,000 organizations with the demo seed cost in one server, and checks that none sees changes of another.
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer, type ReferenceServer, type State } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";

const organizations = 1000;
const parallelClients = 64;

/** Bytes of the heap and of typed data that are in use. */
function usedBytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function measure<Output>(name: string, run: () => Output): Output {
  const before = usedBytes();
  const start = performance.now();
  const output = run();
  const milliseconds = performance.now() - start;
  const megabytes = (usedBytes() - before) / 1e6;
  console.log(`${name}: ${milliseconds.toFixed(0)} ms, ${megabytes.toFixed(1)} MB`);
  return output;
}

/** Makes changes in an organization that differ from those in every other, and returns how many it should have. */
async function change(server: ReferenceServer, apiKey: string, index: number): Promise<number> {
  const kb = new KnowledgeBase({ baseUrl: server.baseUrl, apiKey, fetch: server.fetch });
  const brainId = "brain_operations";
  const entries = await kb.promptIndex.get({ brainId });
  const archived = 1 + (index % 7);
  for (const { slug } of entries.slice(0, archived)) await kb.pages.archive({ brainId, slug });
  return archived;
}

function archivedPages(state: State): number {
  return state.pages?.filter(({ archived }) => archived).length ?? 0;
}

if (!globalThis.gc) throw new Error("Failed to measure memory: run node with --expose-gc.");
const firstSeed = performance.now();
demoSeed();
console.log(`first demoSeed(): ${(performance.now() - firstSeed).toFixed(1)} ms`);
const laterSeed = performance.now();
for (let count = 0; count < 100; count += 1) demoSeed();
console.log(`later demoSeed(): ${((performance.now() - laterSeed) / 100).toFixed(2)} ms each`);

const seed = demoSeed({ organizationId: "org_harbour_line" });
measure("one server with the demo seed", () => createReferenceServer({ seed }));
const server = createReferenceServer();
const created = measure(`${organizations} organizations with seeds of their own`, () =>
  Array.from({ length: organizations }, () =>
    server.control.organizations.create({ seed: demoSeed({ organizationId: "org_harbour_line" }) }),
  ),
);
measure("reset of all organizations", () => {
  for (const { id } of created) server.organization(id).reset();
});

const expected = new Map<string, number>();
const queue = [...created.entries()];
const start = performance.now();
await Promise.all(
  Array.from({ length: parallelClients }, async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [index, { id, apiKey }] = next;
      expected.set(id, archivedPages(seed) + (await change(server, apiKey, index)));
    }
  }),
);
const leaks = created.filter(({ id }) => archivedPages(server.organization(id).snapshot()) !== expected.get(id));
console.log(
  `${parallelClients} clients in ${organizations} organizations: ${(performance.now() - start).toFixed(0)} ms`,
);
console.log(`organizations with changes of another: ${leaks.length}`);
if (leaks.length > 0) process.exitCode = 1;
