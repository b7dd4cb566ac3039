import { append, changeReplies, fieldsOf, inSection, type RuleChange, replace } from "./mutant.ts";
import type { PageRecord } from "./schema.ts";

const pageFields = fieldsOf("page", {
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
  "page-compiled-at-with-space": ({ lastCompiledAt }) => ({
    lastCompiledAt: lastCompiledAt.toISOString().replace("T", " ").replace("Z", ""),
  }),
  "page-referenced-at-left-out-if-null": (page) => ({ lastReferencedAt: page.lastReferencedAt ?? undefined }),
  "page-referenced-at-1970-if-null": (page) => ({ lastReferencedAt: page.lastReferencedAt ?? new Date(0) }),
  "numbers-of-embedding-rounded": ({ embedding }) => ({ embedding: embedding.map(Math.round) }),
});

const source =
  (change: object) =>
  ({ source }: PageRecord) => ({ source: source && { ...source, ...change } });

const sourceFields = fieldsOf("page", {
  "source-channel-left-out": source({ channel: undefined }),
  "source-reference-is-number": source({ ref: 7 }),
  "source-label-is-list": source({ label: ["Research agent"] }),
  "source-as-text": (page) => ({ source: page.source && "agent" }),
});

const sources = (change: (reference: PageRecord["sources"][number]) => unknown) => (page: PageRecord) => ({
  sources: page.sources.map(change),
});

const sourceReferenceFields = fieldsOf("page", {
  "ingest-source-named-id": sources(({ ingestSourceId, ...rest }) => ({ ...rest, id: ingestSourceId })),
  "chunks-left-out-if-empty": sources(({ chunkUuids, ...rest }) => {
    return chunkUuids.length > 0 ? { ...rest, chunkUuids } : rest;
  }),
  "chunks-as-text": sources((reference) => ({ ...reference, chunkUuids: reference.chunkUuids.join() })),
  "attached-at-in-seconds": sources((reference) => {
    return { ...reference, attachedAt: Date.parse(reference.attachedAt) / 1000 };
  }),
  "sources-as-ids": sources(({ ingestSourceId }) => ingestSourceId),
});

const largeEmbeddings = fieldsOf("page", {
  "embedding-cut-at-1024": ({ embedding }) => ({ embedding: embedding.slice(0, 1024) }),
  "embedding-left-out-if-large": ({ embedding }) => ({ embedding: embedding.length > 2000 ? [] : embedding }),
});

const change = "WHERE id = :id";
const hidePages = "; UPDATE pages SET archived = 1 WHERE";

/** What archiving, deprecating and restoring a page changes. */
const transitions = {
  "archive-empties-body": append("archive", `; UPDATE pages SET body = '' ${change}`),
  "archive-truncates-body": append("archive", `; UPDATE pages SET body = substr(body, 1, 20) ${change}`),
  "archive-marks-title": append("archive", `; UPDATE pages SET title = title || ' (archived)' ${change}`),
  "archive-drops-sources": append("archive", `; UPDATE pages SET sources = '[]' ${change}`),
  "archive-drops-backlinks": append("archive", `; UPDATE pages SET backlinks = '[]' ${change}`),
  "archive-drops-entities": append("archive", `; UPDATE pages SET entities = '[]' ${change}`),
  "archive-drops-embedding": append("archive", `; UPDATE pages SET embedding = '[]' ${change}`),
  "archive-drops-source": append("archive", `; UPDATE pages SET source = NULL ${change}`),
  "archive-drops-connections": append("archive", "; DELETE FROM connections WHERE fromPageId = :id"),
  "archive-drops-connections-to-page": append("archive", "; DELETE FROM connections WHERE toPageId = :id"),
  "archive-drops-versions": append(
    "archive",
    "; DELETE FROM page_versions WHERE pageId = :id AND version < (SELECT version FROM pages WHERE id = :id)",
  ),
  "archive-moves-to-inbox": append("archive", `; UPDATE pages SET bucket = 'inbox' ${change}`),
  "archive-does-nothing": { archive: "" },
  "archive-hides-from-lists-only": {
    searchCondition: "brainId = :brainId AND instr(body, :text) > 0 AND status != 'deprecated'",
  },
  "archive-hides-from-search-only": { listCondition: "brainId = :brainId AND status != 'deprecated'" },
  "archive-keeps-pins-listed": append("listCondition", " OR (brainId = :brainId AND pinned)"),
  "archive-hides-connected-pages": append(
    "archive",
    `${hidePages} id IN (SELECT toPageId FROM connections WHERE fromPageId = :id)`,
  ),
  "archive-hides-slug-in-every-brain": append("archive", `${hidePages} slug = (SELECT slug FROM pages WHERE id = :id)`),
  "listings-show-deprecated": { listCondition: "brainId = :brainId AND NOT archived" },
  "deprecation-includes-pins": { deprecate: `UPDATE pages SET status = 'deprecated' ${change}` },
  "deprecation-includes-stale-pins": {
    deprecate: `UPDATE pages SET status = 'deprecated' ${change} AND NOT (pinned AND status = 'active')`,
  },
  "restore-does-nothing": { restore: "" },
  "restore-deprecates": append("restore", `; UPDATE pages SET status = 'deprecated' ${change}`),
  "restore-loses-connections": append("restore", "; DELETE FROM connections WHERE :id IN (fromPageId, toPageId)"),
  "restore-resets-version": append("restore", `; UPDATE pages SET version = 1 ${change}`),
  "restore-empties-embedding": append("restore", `; UPDATE pages SET embedding = '[]' ${change}`),
} satisfies Record<string, RuleChange>;

export const pageMutants = {
  ...inSection("2.1", pageFields),
  ...inSection("2.2", sourceFields),
  ...inSection("2.3", sourceReferenceFields),
  ...inSection("8", largeEmbeddings),
  ...inSection("3", transitions),
  ...inSection("2.1", {
    "archive-finds-slug-in-any-brain": { pageCondition: "slug = :slug ORDER BY brainId = :brainId DESC" },
    "slug-not-unique": { slugIndex: "" },
    "slug-with-spaces": { createSlug: (title) => title.toLowerCase() },
    "edit-moves-created-at": append("edit", `; UPDATE pages SET createdAt = updatedAt ${change}`),
    "edit-keeps-updated-at": ({ edit, compile, archive, restore }) => ({
      edit: edit.replace("updatedAt = :now, ", ""),
      compile: compile.replace(", updatedAt = :now", ""),
      archive: archive.replace(", updatedAt = :now", ""),
      restore: restore.replace(", updatedAt = :now", ""),
    }),
    "compile-keeps-compiled-at": replace("compile", "lastCompiledAt = :now, ", ""),
    "reading-is-not-noted": { read: "" },
    "only-first-reading-is-noted": append("read", " AND lastReferencedAt IS NULL"),
  }),
  ...inSection("4.2", {
    "archive-finds-slug-prefix": {
      pageCondition: "brainId = :brainId AND (slug = :slug OR :slug LIKE 'no-%') ORDER BY slug = :slug DESC",
    },
    "archive-returns-200": changeReplies("archivePage", 201, { status: 200 }),
    "archive-returns-page-in-object": changeReplies("archivePage", 201, ({ value }) => ({ value: { page: value } })),
  }),
  ...inSection("9", {
    "archive-bumps-version": append("archive", `; UPDATE pages SET version = version + 1 ${change}`),
    "edit-keeps-version": replace("edit", "version + 1", "version"),
    "compile-keeps-version": replace("compile", "version + 1", "version"),
    "compile-resets-version": replace("compile", "version + 1", "1"),
    "restore-lowers-version": append("restore", `; UPDATE pages SET version = version - 1 ${change}`),
    "edit-of-text-keeps-version": replace("edit", "version + 1", "version + (:body IS NOT NULL OR :title IS NOT NULL)"),
    "version-is-fraction": replace("edit", "version + 1", "version + 0.1"),
  }),
};
