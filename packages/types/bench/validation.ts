import { contract, findDrift, type IndexEntry, type Page, type Schema } from "@knowledge-base/types";

// Time of `JSON.parse` and validation together, relative to `JSON.parse` alone. Both run in turns in one process, with all schemas
// of the contract in use; the median of the rounds is printed.

const rounds = 60;
const millisecondsPerRound = 40;

const time = "2026-03-02T08:15:00.000Z";

const page: Page = {
  id: "page_weather_limits",
  tenantId: "tenant_harbour_line",
  subjectId: "subject_harbour_line",
  brainId: "brain_operations",
  source: { channel: "upload", ref: "agent_7", label: "Handbook" },
  pageType: "topic",
  bucket: "notes",
  bucketSource: "auto",
  slug: "weather-limits",
  title: "Weather limits",
  summary: "When the ferries sail, and who decides it if the wind is close to the limit.",
  body: "The master of a ferry decides whether it sails. ".repeat(20),
  entities: ["Harbour Line", "MS Kestrel", "MS Heron"],
  sources: [
    { ingestSourceId: "ingest_handbook", chunkUuids: ["7f6c0d0e-0b55-4a7c-9d3c-6a3a0f7b2d10"], attachedAt: time },
  ],
  backlinks: ["tide-table", "crew-roster"],
  embedding: Array.from({ length: 1536 }, (_, index) => Math.sin(index)),
  version: 12,
  pinned: true,
  archived: true,
  status: "archived",
  lastCompiledAt: time,
  lastReferencedAt: time,
  createdAt: time,
  updatedAt: time,
};

const entries: readonly IndexEntry[] = Array.from({ length: 200 }, (_, number) => ({
  slug: `page-${number}`,
  title: `Page ${number}`,
  summary: "A summary of an ordinary length, which tells in a sentence or two what the page is about.",
  pageType: "topic",
  pinned: number < 3,
  status: "active",
}));

const bodies: readonly (readonly [name: string, schema: Schema, text: string])[] = [
  ["a page with 1,536 numbers", contract["pages.archive"].success.schema, JSON.stringify(page)],
  ["200 entries", contract["promptIndex.get"].success.schema, JSON.stringify(entries)],
];

useAllSchemas();
for (const [name, schema, text] of bodies) {
  const drift = findDrift(schema, JSON.parse(text));
  if (drift.length > 0) throw new Error(`${name} differs from its schema: ${JSON.stringify(drift)}`);
}
const ratios = bodies.map((): number[] => []);
for (let round = 0; round < rounds; round += 1) {
  useAllSchemas();
  for (const [index, [, schema, text]] of bodies.entries()) {
    const parsed = measure(() => JSON.parse(text));
    const validated = measure(() => findDrift(schema, JSON.parse(text)));
    if (round >= rounds / 3) ratios[index]?.push(validated / parsed);
  }
}
for (const [index, [name]] of bodies.entries()) {
  const sorted = (ratios[index] ?? []).toSorted((left, right) => left - right);
  const median = sorted[Math.floor(sorted.length / 2)];
  console.log(`${name}: JSON.parse and findDrift / JSON.parse = ${median?.toFixed(2)}`);
}

/** Calls every schema with a valid and an invalid value, as an application with several operations does. */
function useAllSchemas(): void {
  const { success } = contract["bindings.update"];
  for (const {
    success: { schema },
  } of Object.values(contract)) {
    for (const value of [page, entries, [{ id: "C1", name: "bridge", isPrivate: false, isMember: true }], {}, null]) {
      findDrift(schema, value);
    }
  }
  findDrift(success.schema, { id: "binding_bridge", brainId: "brain_operations", status: "paused", extra: true });
}

function measure(run: () => unknown): number {
  const end = performance.now() + millisecondsPerRound;
  const before = process.cpuUsage();
  let count = 0;
  do {
    for (let index = 0; index < 10; index += 1) run();
    count += 10;
  } while (performance.now() < end);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}
