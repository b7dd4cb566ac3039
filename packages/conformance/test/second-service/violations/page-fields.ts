import type { PageRecord } from "../database/page-record.ts";
import { changeFields } from "../rules/change-fields.ts";
import type { Violation } from "./violation.ts";

function page(sentence: string, change: (page: PageRecord) => object): Violation {
  return { section: "2.1", sentence, change: changeFields("page", change) };
}

/** Violations of section 2.1 in the response to archiving. */
export const pageFields = {
  "page-id-is-number": page("id: string. Page id", () => ({ id: 7 })),
  "page-tenant-left-out": page("tenantId: string, required", () => ({ tenantId: undefined })),
  "page-tenant-is-brain": page("tenantId: Owning tenant id", ({ brainId }) => ({ tenantId: brainId })),
  "page-subject-is-number": page("subjectId: string", () => ({ subjectId: 1 })),
  "page-brain-left-out": page("brainId: string, required. Owning brain id", () => ({ brainId: undefined })),
  "page-source-left-out-if-null": {
    ...page("source: PageSource, required, nullable", ({ source }) => ({ source: source ?? undefined })),
    needs: "a page without a source",
  },
  "page-source-empty-if-null": {
    ...page("source: PageSource, required, nullable", ({ source }) => ({ source: source ?? {} })),
    needs: "a page without a source",
  },
  "page-type-in-capitals": page("pageType: `source`, `topic`, …", ({ pageType }) => ({
    pageType: pageType.toUpperCase(),
  })),
  "page-bucket-in-singular": {
    ...page("bucket: `inbox`, `notes`, `ideas`, `projects`", ({ bucket }) => ({ bucket: bucket.replace(/s$/, "") })),
    needs: "a page outside of the inbox",
  },
  "page-bucket-source-is-system": page("bucketSource: `auto` or `user`", () => ({ bucketSource: "system" })),
  "page-slug-with-brain": page("slug: URL-safe identifier", ({ brainId, slug }) => ({ slug: `${brainId}/${slug}` })),
  "page-title-is-null": page("title: string, required", () => ({ title: null })),
  "page-summary-left-out": page("summary: string, required", () => ({ summary: undefined })),
  "page-body-left-out": page("body: string, required", () => ({ body: undefined })),
  "page-entities-as-text": page("entities: list of string", ({ entities }) => ({ entities: entities.join(", ") })),
  "page-backlinks-null-if-empty": {
    ...page("backlinks: list of string, required", ({ backlinks }) => ({
      backlinks: backlinks.length > 0 ? backlinks : null,
    })),
    needs: "a page without backlinks",
  },
  "page-backlinks-in-brackets": {
    ...page("backlinks: Wikilink slugs referenced by the body", ({ backlinks }) => ({
      backlinks: backlinks.map((slug) => `[[${slug}]]`),
    })),
    needs: "a page with backlinks",
  },
  "page-embedding-left-out": page("embedding: list of double, required", () => ({ embedding: undefined })),
  "page-embedding-as-text": page("embedding: list of double", ({ embedding }) => ({
    embedding: JSON.stringify(embedding),
  })),
  "page-embedding-null-if-empty": {
    ...page("embedding: list of double, required", ({ embedding }) => ({
      embedding: embedding.length > 0 ? embedding : null,
    })),
    needs: "a page without an embedding",
  },
  "page-version-as-text": page("version: integer", ({ version }) => ({ version: String(version) })),
  "page-pinned-as-number": page("pinned: boolean", ({ pinned }) => ({ pinned: Number(pinned) })),
  "page-archived-as-text": page("archived: boolean", ({ archived }) => ({ archived: String(archived) })),
  "page-status-is-retired": page("status: `active`, `deprecated`, `stale`, `contested`, `archived`", () => ({
    status: "retired",
  })),
  "page-created-at-in-milliseconds": page("Timestamps are ISO 8601 strings", ({ createdAt }) => ({
    createdAt: createdAt.getTime(),
  })),
  "page-updated-at-as-http-date": page("Timestamps are ISO 8601 strings", ({ updatedAt }) => ({
    updatedAt: updatedAt.toUTCString(),
  })),
  "page-compiled-at-with-space": page("Timestamps are ISO 8601 strings", ({ lastCompiledAt }) => ({
    lastCompiledAt: lastCompiledAt.toISOString().replace("T", " ").replace("Z", ""),
  })),
  "page-referenced-at-left-out-if-null": {
    ...page("lastReferencedAt: datetime, required, nullable", (record) => ({
      lastReferencedAt: record.lastReferencedAt ?? undefined,
    })),
    needs: "a page that was never read",
  },
  "page-referenced-at-1970-if-null": {
    ...page("lastReferencedAt: nullable. Last read", (record) => ({
      lastReferencedAt: record.lastReferencedAt ?? new Date(0),
    })),
    needs: "a page that was never read",
  },
} satisfies Readonly<Record<string, Violation>>;
