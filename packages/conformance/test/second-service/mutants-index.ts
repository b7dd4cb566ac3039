import { append, changeReplies, fieldsOf, inSection, replace } from "./mutant.ts";
import { takeCharacters } from "./rules.ts";

const entryFields = fieldsOf("indexEntry", {
  "entry-status-left-out": { status: undefined },
  "entry-status-always-active": { status: "active" },
  "entry-pinned-as-text": ({ pinned }) => ({ pinned: String(pinned) }),
  "entry-pinned-always-true": { pinned: true },
  "entry-type-is-bucket": ({ bucket }) => ({ pageType: bucket }),
  "entry-title-is-slug": ({ slug }) => ({ title: slug }),
  "entry-slug-is-path": ({ slug }) => ({ slug: `pages/${slug}` }),
  "entry-summary-null-if-short": ({ summary }) => ({ summary: summary.length > 20 ? summary : null }),
});

export const indexMutants = {
  ...inSection("2.4", entryFields),
  // "IndexEntry.summary is truncated to 160 characters."
  ...inSection("8", {
    "summary-not-truncated": { summarize: (summary) => summary },
    "summary-of-161": { summarize: (summary) => takeCharacters(summary, 161) },
    "summary-of-100": { summarize: (summary) => takeCharacters(summary, 100) },
    "summary-with-dots-after-160": {
      summarize: (summary) => (summary.length > 160 ? `${summary.slice(0, 160)}...` : summary),
    },
    "summary-without-spaces": { summarize: (summary) => summary.replaceAll(" ", "").slice(0, 160) },
    "summary-not-truncated-if-pinned": {
      summarize: (summary, { pinned }) => (pinned ? summary : summary.slice(0, 160)),
    },
    "summary-of-160-bytes": {
      summarize: (summary) =>
        Buffer.from(summary)
          .subarray(0, 160)
          .toString()
          .replace(/\uFFFD$/, ""),
    },
    "summary-ends-inside-a-character": {
      summarize: (summary) => (summary.length > 160 ? `${summary.slice(0, 159)}${"🚀"[0]}` : summary),
    },
  }),
  // Deprecated and archived items are hidden from listings by default.
  ...inSection("3", {
    "index-shows-archived": append("indexCondition", " OR (brainId = :brainId AND archived)"),
    "index-shows-archived-pins": append("indexCondition", " OR (brainId = :brainId AND archived AND pinned)"),
    "index-shows-deprecated": append("indexCondition", " OR (brainId = :brainId AND status = 'deprecated')"),
    "index-hides-stale": append("indexCondition", " AND (pinned OR status != 'stale')"),
    "index-of-all-brains": replace(
      "indexCondition",
      "brainId = :brainId",
      "organizationId = (SELECT organizationId FROM brains WHERE id = :brainId)",
    ),
  }),
  ...inSection("4.4", {
    "index-ignores-pins": { indexOrder: "updatedAt DESC" },
    "index-puts-pins-last": { indexOrder: "pinned, updatedAt DESC" },
    "index-puts-pins-first-if-active": { indexOrder: "pinned AND status = 'active' DESC, updatedAt DESC" },
    "index-puts-three-pins-first": {
      indexOrder: `pinned AND 3 >= (SELECT count(*) FROM pages AS p WHERE p.pinned AND p.brainId = page_records.brainId
        AND p.updatedAt >= page_records.updatedAt) DESC, updatedAt DESC`,
    },
    "index-puts-pins-first-without-limit": { indexOrder: "pinned AND :limit >= 50 DESC, updatedAt DESC" },
    "index-puts-pins-first-with-limit": { indexOrder: "pinned AND :limit < 50 DESC, updatedAt DESC" },
    "index-sorts-after-limit": {
      indexQuery: (condition, order) =>
        `SELECT * FROM (SELECT * FROM page_records WHERE ${condition} ORDER BY updatedAt DESC LIMIT :limit)
          ORDER BY ${order}`,
    },
    "limit-ignored": ({ readLimit }) => ({ readLimit: (text) => Math.max(readLimit(text), 50) }),
    "limit-plus-one": ({ readLimit }) => ({ readLimit: (text) => readLimit(text) + 1 }),
    "limit-counts-hidden-pages": {
      indexQuery: (condition, order) =>
        `SELECT * FROM (SELECT * FROM page_records WHERE brainId = :brainId ORDER BY ${order} LIMIT :limit)
          WHERE ${condition}`,
    },
    "limit-counts-unpinned-pages": {
      indexQuery: (condition, order) =>
        `SELECT * FROM page_records WHERE ${condition} ORDER BY ${order}
          LIMIT :limit + (SELECT count(*) FROM pages WHERE pinned AND brainId = :brainId)`,
    },
    "limit-required": ({ readLimit }) => ({ readLimit: (text) => readLimit(text ?? "") }),
    "limit-may-be-a-word": ({ readLimit }) => ({
      readLimit: (text) => readLimit(Number.isNaN(Number(text)) ? null : text),
    }),
    "limit-may-be-a-fraction": { readLimit: (text) => Math.floor(Number(text ?? 50)) || 50 },
    "limit-may-end-in-letters": ({ readLimit }) => ({
      readLimit: (text) => readLimit(text?.replace(/^(\d+)[a-z]+$/, "$1") ?? null),
    }),
    "index-in-an-object": changeReplies("readIndex", 200, ({ value }) => ({ value: { entries: value } })),
  }),
};
