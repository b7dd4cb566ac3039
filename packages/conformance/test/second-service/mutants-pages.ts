import type { Page, PageSourceRef } from "@knowledge-base/types";
import { changeFields, changeReplies, changeSql, type Mutants } from "./mutant.ts";

const source =
  (change: object) =>
  ({ source }: Pick<Page, "source">) => ({ source: source && { ...source, ...change } });

const sources = (change: (reference: PageSourceRef) => unknown) => (page: Pick<Page, "sources">) => ({
  sources: page.sources.map(change),
});

/** Mutants of pages in the response to archiving, of archiving and restoring, and of versions. */
// biome-ignore format: one row a line
export const pageMutants: Mutants = {
  // Section 2.1
  ...changeFields("pages.archive", {
    "page-id-is-number": { id: 7 },
    "page-tenant-left-out": { tenantId: undefined },
    "page-tenant-is-brain": ({ brainId }) => ({ tenantId: brainId }),
    "page-subject-is-number": { subjectId: 1 },
    "page-brain-left-out": { brainId: undefined },
    "page-source-left-out-if-null": ({ source }) => ({ source: source ?? undefined }),
    "page-source-empty-if-null": ({ source }) => ({ source: source ?? {} }),
    "page-type-in-capitals": ({ pageType }) => ({ pageType: pageType.toUpperCase() }),
    "page-bucket-in-singular": ({ bucket }) => ({ bucket: bucket.replace(/s$/, "") }),
    "page-bucket-source-is-system": { bucketSource: "system" },
    "page-slug-with-brain": ({ brainId, slug }) => ({ slug: `${brainId}/${slug}` }),
    "page-title-is-null": { title: null },
    "page-summary-left-out": { summary: undefined },
    "page-body-left-out": { body: undefined },
    "page-entities-as-text": ({ entities }) => ({ entities: entities.join(", ") }),
    "page-backlinks-null-if-empty": ({ backlinks }) => ({ backlinks: backlinks.length > 0 ? backlinks : null }),
    "page-backlinks-beyond-body": ({ backlinks }) => ({ backlinks: [...backlinks, "another"] }),
    "page-backlinks-in-brackets": ({ backlinks }) => ({ backlinks: backlinks.map((slug) => `[[${slug}]]`) }),
    "page-embedding-left-out": { embedding: undefined },
    "page-embedding-as-text": ({ embedding }) => ({ embedding: JSON.stringify(embedding) }),
    "page-embedding-null-if-empty": ({ embedding }) => ({ embedding: embedding.length > 0 ? embedding : null }),
    "page-version-as-text": ({ version }) => ({ version: String(version) }),
    "page-pinned-as-number": ({ pinned }) => ({ pinned: Number(pinned) }),
    "page-archived-as-text": ({ archived }) => ({ archived: String(archived) }),
    "page-status-is-retired": { status: "retired" },
    "page-created-at-in-milliseconds": ({ createdAt }) => ({ createdAt: createdAt.getTime() }),
    "page-updated-at-as-http-date": ({ updatedAt }) => ({ updatedAt: updatedAt.toUTCString() }),
    "page-compiled-at-with-space":
      ({ lastCompiledAt }) => ({ lastCompiledAt: lastCompiledAt.toISOString().replace("T", " ").replace("Z", "") }),
    "page-referenced-at-left-out-if-null": (page) => ({ lastReferencedAt: page.lastReferencedAt ?? undefined }),
    "page-referenced-at-1970-if-null": (page) => ({ lastReferencedAt: page.lastReferencedAt ?? new Date(0) }),
    "numbers-of-embedding-rounded": ({ embedding }) => ({ embedding: embedding.map(Math.round) }),
  }),
  // Section 2.2
  ...changeFields("pages.archive", {
    "source-channel-left-out": source({ channel: undefined }),
    "source-reference-is-number": source({ ref: 7 }),
    "source-label-is-list": source({ label: ["Research agent"] }),
    "source-as-text": (page) => ({ source: page.source && "agent" }),
  }),
  // Section 2.3
  ...changeFields("pages.archive", {
    "ingest-source-named-id": sources(({ ingestSourceId, ...rest }) => ({ ...rest, id: ingestSourceId })),
    "chunks-left-out-if-empty": sources((it) => ({ ...it, chunkUuids: it.chunkUuids[0] && it.chunkUuids })),
    "chunks-as-text": sources((it) => ({ ...it, chunkUuids: it.chunkUuids.join() })),
    "attached-at-in-seconds": sources((it) => ({ ...it, attachedAt: 1_767_254_400 })),
    "sources-as-ids": sources(({ ingestSourceId }) => ingestSourceId),
  }),
  // Section 8
  ...changeFields("pages.archive", {
    "embedding-cut-at-1024": ({ embedding }) => ({ embedding: embedding.slice(0, 1024) }),
    "embedding-left-out-if-large": ({ embedding }) => ({ embedding: embedding.length > 2000 ? [] : embedding }),
  }),
  // Section 3
  ...changeSql("archive", {
    "archive-does-nothing": "",
    "archive-empties-body": "; UPDATE pages SET body = '' WHERE id = :id",
    "archive-truncates-body": "; UPDATE pages SET body = substr(body, 1, 20) WHERE id = :id",
    "archive-marks-title": "; UPDATE pages SET title = title || ' (archived)' WHERE id = :id",
    "archive-drops-sources": "; UPDATE pages SET sources = '[]' WHERE id = :id",
    "archive-drops-backlinks": "; UPDATE pages SET backlinks = '[]' WHERE id = :id",
    "archive-drops-backlinks-of-others": "; UPDATE pages SET backlinks = '[]' WHERE id != :id",
    "archive-drops-entities": "; UPDATE pages SET entities = '[]' WHERE id = :id",
    "archive-drops-embedding": "; UPDATE pages SET embedding = '[]' WHERE id = :id",
    "archive-drops-source": "; UPDATE pages SET source = NULL WHERE id = :id",
    "archive-drops-connections": "; DELETE FROM connections WHERE fromPageId = :id",
    "archive-drops-connections-to-page": "; DELETE FROM connections WHERE toPageId = :id",
    "archive-drops-versions": "; DELETE FROM page_versions WHERE pageId = :id AND version < (SELECT version FROM pages WHERE id = :id)",
    "archive-moves-to-inbox": "; UPDATE pages SET bucket = 'inbox' WHERE id = :id",
    "archive-hides-connected-pages":
      "; UPDATE pages SET archived = 1 WHERE id IN (SELECT toPageId FROM connections WHERE fromPageId = :id)",
    "archive-hides-slug-in-every-brain": "; UPDATE pages SET archived = 1 WHERE slug = (SELECT slug FROM pages WHERE id = :id)",
    // Section 9
    "archive-bumps-version": "; UPDATE pages SET version = version + 1 WHERE id = :id",
  }),
  ...changeSql("searchCondition", {
    "archive-hides-from-lists-only": "brainId = :brainId AND instr(body, :text) > 0 AND status != 'deprecated'",
  }),
  ...changeSql("listCondition", {
    "archive-hides-from-search-only": "brainId = :brainId AND status != 'deprecated'",
    "archive-keeps-pins-listed": " OR (brainId = :brainId AND pinned)",
    "listings-show-deprecated": "brainId = :brainId AND NOT archived",
  }),
  ...changeSql("deprecate", {
    "deprecation-includes-pins": "UPDATE pages SET status = 'deprecated' WHERE id = :id",
    "deprecation-includes-stale-pins": "UPDATE pages SET status = 'deprecated' WHERE id = :id AND NOT (pinned AND status = 'active')",
  }),
  ...changeSql("restore", {
    "restore-does-nothing": "",
    "restore-deprecates": "; UPDATE pages SET status = 'deprecated' WHERE id = :id",
    "restore-loses-connections": "; DELETE FROM connections WHERE :id IN (fromPageId, toPageId)",
    "restore-resets-version": "; UPDATE pages SET version = 1 WHERE id = :id",
    "restore-empties-embedding": "; UPDATE pages SET embedding = '[]' WHERE id = :id",
    // Section 9
    "restore-lowers-version": "; UPDATE pages SET version = version - 1 WHERE id = :id",
  }),
  // Section 2.1
  "archive-finds-slug-in-any-brain": { pageCondition: "slug = :slug ORDER BY brainId = :brainId DESC" },
  "slug-not-unique": { slugIndex: "" },
  "slug-with-spaces": { createSlug: (title) => title.toLowerCase() },
  "edit-moves-created-at": ({ edit }) => ({ edit: `${edit}; UPDATE pages SET createdAt = updatedAt WHERE id = :id` }),
  "edit-keeps-updated-at": ({ edit, compile, archive, restore }) => ({
    edit: edit.replace("updatedAt = :now, ", ""),
    compile: compile.replace(", updatedAt = :now", ""),
    archive: archive.replace(", updatedAt = :now", ""),
    restore: restore.replace(", updatedAt = :now", ""),
  }),
  "compile-keeps-compiled-at": ({ compile }) => ({ compile: compile.replace("lastCompiledAt = :now, ", "") }),
  "reading-is-not-noted": { read: "" },
  "only-first-reading-is-noted": ({ read }) => ({ read: `${read} AND lastReferencedAt IS NULL` }),
  // Section 4.2
  "archive-finds-slug-prefix": { pageCondition: "brainId = :brainId AND (slug = :slug OR :slug LIKE 'no-%') ORDER BY slug = :slug DESC" },
  "archive-returns-200": changeReplies("pages.archive", 201, { status: 200 }),
  "archive-returns-page-in-object": changeReplies("pages.archive", 201, ({ value }) => ({ value: { page: value } })),
  // Section 9
  ...changeSql("edit", {
    "edit-keeps-version": (sql) => sql.replace("version + 1", "version"),
    "edit-of-text-keeps-version": (sql) => sql.replace("+ 1", "+ (:body IS NOT NULL OR :title IS NOT NULL)"),
    "version-is-fraction": (sql) => sql.replace("version + 1", "version + 0.1"),
  }),
  ...changeSql("compile", {
    "compile-keeps-version": (sql) => sql.replace("version + 1", "version"),
    "compile-resets-version": (sql) => sql.replace("version + 1", "1"),
  }),
};
