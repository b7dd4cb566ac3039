import type { IndexEntry, Page } from "@knowledge-base/types";

const time = "2026-03-02T08:15:00.000Z";

/** A page as a successful response contains it, with an embedding of 1,536 numbers. */
export const page: Page = {
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

/** Entries of a prompt index. */
export const entries: readonly IndexEntry[] = Array.from({ length: 200 }, (_, number) => ({
  slug: `page-${number}`,
  title: `Page ${number}`,
  summary: "A summary of an ordinary length, which tells in a sentence or two what the page is about.",
  pageType: "topic",
  pinned: number < 3,
  status: "active",
}));
