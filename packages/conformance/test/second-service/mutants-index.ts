import { changeFields, changeFunction, changeReplies, changeSql, type Mutants } from "./mutant.ts";
import { takeCharacters } from "./rules.ts";

const ofOrganization = "organizationId = (SELECT organizationId FROM brains WHERE id = :brainId)";

/** Mutants of the prompt index. */
// biome-ignore format: one row a line
export const indexMutants: Mutants = {
  // Section 2.4
  ...changeFields("promptIndex.get", {
    "entry-status-left-out": { status: undefined },
    "entry-status-always-active": { status: "active" },
    "entry-pinned-as-text": ({ pinned }) => ({ pinned: String(pinned) }),
    "entry-pinned-always-true": { pinned: true },
    "entry-type-is-bucket": { pageType: "notes" },
    "entry-title-is-slug": ({ slug }) => ({ title: slug }),
    "entry-slug-is-path": ({ slug }) => ({ slug: `pages/${slug}` }),
    "entry-summary-null-if-short": ({ summary }) => ({ summary: summary.length > 20 ? summary : null }),
  }),
  // Section 8
  ...changeFunction("summarize", {
    "summary-not-truncated": (_, summary) => summary,
    "summary-of-161": (_, summary) => takeCharacters(summary, 161),
    "summary-of-100": (_, summary) => takeCharacters(summary, 100),
    "summary-with-dots-after-160": (_, text) => (text.length > 160 ? `${text.slice(0, 160)}...` : text),
    "summary-without-spaces": (_, summary) => summary.replaceAll(" ", "").slice(0, 160),
    "summary-not-truncated-if-pinned": (_, text, { pinned }) => (pinned ? text : text.slice(0, 160)),
    "summary-of-160-bytes": (_, text) => new TextDecoder().decode(Buffer.from(text).subarray(0, 160)).replace(/\uFFFD$/, ""),
    "summary-ends-inside-a-character": (_, text) => (text.length > 160 ? `${text.slice(0, 159)}${"🚀"[0]}` : text),
  }),
  // Section 3
  ...changeSql("indexCondition", {
    "index-shows-archived": " OR (brainId = :brainId AND archived)",
    "index-shows-archived-pins": " OR (brainId = :brainId AND archived AND pinned)",
    "index-shows-deprecated": " OR (brainId = :brainId AND status = 'deprecated')",
    "index-hides-stale": " AND (pinned OR status != 'stale')",
    "index-of-all-brains": (sql) => sql.replace("brainId = :brainId", ofOrganization),
  }),
  // Section 4.4
  ...changeSql("indexOrder", {
    "index-ignores-pins": "updatedAt DESC",
    "index-puts-pins-last": "pinned, updatedAt DESC",
    "index-puts-pins-first-if-active": "pinned AND status = 'active' DESC, updatedAt DESC",
    "index-puts-three-pins-first": `pinned AND 3 >= (SELECT count(*) FROM pages AS p WHERE p.pinned
      AND p.brainId = page_records.brainId AND p.updatedAt >= page_records.updatedAt) DESC, updatedAt DESC`,
    "index-puts-pins-first-without-limit": "pinned AND :limit >= 50 DESC, updatedAt DESC",
    "index-puts-pins-first-with-limit": "pinned AND :limit < 50 DESC, updatedAt DESC",
  }),
  ...changeFunction("indexQuery", {
    "index-sorts-after-limit": (write, condition, order) => `SELECT * FROM (${write(condition, "updatedAt DESC")}) ORDER BY ${order}`,
    "limit-counts-hidden-pages": (write, condition, order) => `SELECT * FROM (${write("brainId = :brainId", order)}) WHERE ${condition}`,
    "limit-counts-unpinned-pages":
      (write, condition, order) => `${write(condition, order)} + (SELECT count(*) FROM pages WHERE pinned AND brainId = :brainId)`,
  }),
  ...changeFunction("readLimit", {
    "limit-ignored": (read, text) => Math.max(read(text), 50),
    "limit-plus-one": (read, text) => read(text) + 1,
    "limit-required": (read, text) => read(text ?? ""),
    "limit-may-be-a-word": (read, text) => read(Number.isNaN(Number(text)) ? null : text),
    "limit-may-be-a-fraction": (_, text) => Math.floor(Number(text ?? 50)) || 50,
    "limit-may-end-in-letters": (read, text) => read(text?.replace(/^(\d+)[a-z]+$/, "$1") ?? null),
  }),
  "index-in-an-object": changeReplies("promptIndex.get", 200, ({ value }) => ({ value: { entries: value } })),
};
