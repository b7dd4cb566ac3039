import { createReferenceServer, type StoredPage } from "@knowledge-base/server";
import { type MeasuredFigure, printFigures, repetitions } from "../../../scripts/bars/figures.ts";
import { median } from "../../../scripts/bars/median.ts";

// CPU time of getting the first 50 entries of a brain with many pages, relative to a brain with a thousandth of them. The brains
// take turns, and the medians are compared.

const rounds = repetitions(20);
const warmUpRounds = repetitions(5);
const requestsPerRound = 1000;

const path = "/v1/brains/brain_large/index?limit=50";

interface Brain {
  /** Gets the first entries. */
  readonly get: () => Promise<void>;
  readonly times: number[];
}

function createBrain(pageCount: number): () => Promise<void> {
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

const [tiny, small, large, huge] = [100, 1000, 100_000, 1_000_000].map((pages) => ({
  get: createBrain(pages),
  times: [] as number[],
})) as [Brain, Brain, Brain, Brain];
for (let round = 0; round < rounds + warmUpRounds; round += 1) {
  for (const { get, times } of [tiny, small, large, huge]) {
    const time = await measure(get);
    if (round >= warmUpRounds) times.push(time);
  }
}
printFigures({ "server.index": compare(huge, small), "index.small": compare(large, tiny) });

/** Returns the microseconds of CPU time of one request. */
async function measure(get: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage();
  for (let request = 0; request < requestsPerRound; request += 1) await get();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / requestsPerRound;
}

function compare(one: Brain, other: Brain): MeasuredFigure {
  const [time, otherTime] = [median(one.times), median(other.times)];
  return { value: time / otherTime, note: `${time.toFixed(0)} µs, ${otherTime.toFixed(0)} µs` };
}
