import { createReferenceServer, type State, type StoredPage } from "@knowledge-base/server";
import { connect } from "@knowledge-base/server/control";

// One step of `state.ts`, in a process of its own: node state-step.ts STEP MEGABYTES URL

/** The steps that this program can run. */
export type StepName = "in-process" | "over-http";

/** The measurements of a step. */
export interface StepResult {
  readonly what: string;
  readonly seconds: number;
  /** Largest memory of the process since it began. */
  readonly peakMegabytes: number;
}

const [, , name, megabytes, url = ""] = process.argv;
const results: StepResult[] = [];

/** Creates a state whose JSON has a size: pages with an embedding of 1,536 numbers. */
function createState(bytes: number): State {
  const pageBytes = JSON.stringify(createPage(12_345)).length;
  return {
    version: 1,
    organizations: [{ id: "organization", name: "Organization" }],
    apiKeys: [{ key: "key_of_the_benchmark", organizationId: "organization", role: "admin" }],
    brains: [{ id: "brain", organizationId: "organization", name: "Brain" }],
    pages: Array.from({ length: Math.ceil(bytes / pageBytes) }, (_, index) => createPage(index)),
  };
}

function createPage(index: number): StoredPage {
  const at = "2026-03-02T08:15:00.000Z";
  return {
    id: `page_${index}`,
    tenantId: "organization",
    subjectId: "brain",
    brainId: "brain",
    source: null,
    pageType: "topic",
    bucket: "notes",
    bucketSource: "auto",
    slug: `page-${index}`,
    title: `Page ${index}`,
    summary: "The tide turns twice a day.",
    body: "The tide turns twice a day, and the ferry waits for it.\n".repeat(20),
    entities: ["tide", "ferry"],
    sources: [{ ingestSourceId: `source_${index}`, chunkUuids: [`chunk_${index}`], attachedAt: at }],
    backlinks: [],
    embedding: Array.from({ length: 1536 }, (_, position) => Math.sin(index * 7919 + position)),
    version: 1,
    pinned: false,
    archived: false,
    status: "active",
    lastCompiledAt: at,
    lastReferencedAt: null,
    createdAt: at,
    updatedAt: at,
  };
}

async function measure<Value>(what: string, act: () => Value | Promise<Value>): Promise<Value> {
  const start = performance.now();
  const value = await act();
  const seconds = (performance.now() - start) / 1000;
  results.push({ what, seconds, peakMegabytes: process.resourceUsage().maxRSS / 1000 });
  return value;
}

const state = createState(Number(megabytes) * 1e6);
if (name === "in-process") {
  const server = createReferenceServer();
  await measure("restore, in process", () => server.restore(state));
  await measure("snapshot, in process", () => server.snapshot().pages.length);
} else {
  const server = await connect(url);
  await measure("restore, over HTTP (client)", () => server.restore(state));
  const { pages } = await measure("snapshot, over HTTP (client)", () => server.snapshot());
  if (pages.length !== state.pages?.length) throw new Error("The snapshot is not what was restored.");
}
console.log(JSON.stringify(results));
