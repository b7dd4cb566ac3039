import type { PageRecord } from "../database/page-record.ts";
import { changeFields } from "../rules/change-fields.ts";
import type { Violation } from "./violation.ts";

function page(section: string, sentence: string, needs: string, change: (page: PageRecord) => object): Violation {
  return { section, sentence, needs, change: changeFields("page", change) };
}

function source(sentence: string, change: object): Violation {
  return page("2.2", sentence, "a page with a source", (record) => ({
    source: record.source && { ...record.source, ...change },
  }));
}

function sourceReference(sentence: string, change: (reference: PageRecord["sources"][number]) => unknown): Violation {
  return page("2.3", sentence, "a page with contributing ingest sources", ({ sources }) => ({
    sources: sources.map(change),
  }));
}

/** Violations of sections 2.2 and 2.3 in the response to archiving. */
export const pageSourceFields = {
  "source-channel-left-out": source("channel: string, required. Provenance channel", { channel: undefined }),
  "source-reference-is-number": source("ref: string, nullable. Opaque host reference", { ref: 7 }),
  "source-label-is-list": source("label: string, nullable", { label: ["Research agent"] }),
  "source-as-text": page("2.2", "PageSource: channel, ref, label", "a page with a source", (record) => ({
    source: record.source && "agent",
  })),
  "ingest-source-named-id": sourceReference("ingestSourceId: string, required", ({ ingestSourceId, ...rest }) => ({
    ...rest,
    id: ingestSourceId,
  })),
  "chunks-left-out-if-empty": sourceReference("chunkUuids: list of string, required", ({ chunkUuids, ...rest }) => ({
    ...rest,
    ...(chunkUuids.length > 0 && { chunkUuids }),
  })),
  "chunks-as-text": sourceReference("chunkUuids: list of string", (reference) => ({
    ...reference,
    chunkUuids: reference.chunkUuids.join(),
  })),
  "attached-at-in-seconds": sourceReference("attachedAt: datetime", (reference) => ({
    ...reference,
    attachedAt: Date.parse(reference.attachedAt) / 1000,
  })),
  "sources-as-ids": sourceReference("sources: list of PageSourceRef", ({ ingestSourceId }) => ingestSourceId),
} satisfies Readonly<Record<string, Violation>>;
