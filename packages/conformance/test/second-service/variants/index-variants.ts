import type { PageRecord } from "../database/page-record.ts";
import type { RuleChange } from "../rules/rule-change.ts";
import { takeCharacters } from "../rules/take-characters.ts";
import type { Variant } from "./variant.ts";

const delayMs = 400;

/** The prompt index is what it was 400 ms ago. */
const delayed: RuleChange = (rules) => {
  let versions: { readonly validFrom: number; readonly pages: readonly PageRecord[] }[] = [];
  const dropFormer = () => {
    const current = versions.findLastIndex(({ validFrom }) => validFrom <= performance.now());
    versions = versions.slice(Math.max(current, 0));
    return current < 0 ? [] : (versions[0]?.pages ?? []);
  };
  return {
    onWrite: (database) => {
      const condition = rules.indexCondition.replace("brainId = :brainId", "1");
      const pages = database.all<PageRecord>(rules.indexQuery(condition, rules.indexOrder), { limit: -1 });
      dropFormer();
      versions.push({ validFrom: performance.now() + delayMs, pages });
    },
    indexPages: (_database, _query, brainId, limit) =>
      dropFormer()
        .filter((page) => page.brainId === brainId)
        .slice(0, limit),
  };
};

/** Uses another limit if a request has none. */
function byDefault(limit: string): RuleChange {
  return (rules) => ({ readLimit: (text) => rules.readLimit(text ?? limit) });
}

const limits = '"Default, minimum and maximum of the `limit` query parameter of the prompt index: not shown."';
const ranking = '"Pinned entries come first"; the order of "top pages" is not shown otherwise.';
const truncation = '"Truncated to 160 characters": what a character is and what marks the end is not shown.';

/** Differences in the prompt index. */
export const indexVariants = {
  "delayed-index": { reason: "When a change appears in the index is not shown.", change: delayed },
  "default-limit-10": { reason: limits, change: byDefault("10") },
  "default-limit-200": { reason: limits, change: byDefault("200") },
  "limit-clamped": {
    reason: limits,
    change: (rules) => ({
      readLimit: (text) => {
        const isInteger = text !== null && /^-?\d+$/.test(text);
        return isInteger ? Math.min(Math.max(Number(text), 1), 20) : rules.readLimit(text);
      },
    }),
  },
  "limit-0-returns-nothing": {
    reason: limits,
    change: (rules) => ({ readLimit: (text) => (text === "0" ? 0 : rules.readLimit(text)) }),
  },
  "index-by-title": { reason: ranking, change: () => ({ indexOrder: "pinned DESC, title" }) },
  "index-by-status-and-reading": {
    reason: ranking,
    change: () => ({ indexOrder: "pinned DESC, status = 'active' DESC, lastReferencedAt DESC, id" }),
  },
  "summary-ends-with-ellipsis": {
    reason: truncation,
    change: () => ({
      summarize: (summary) => (takeCharacters(summary, 160) === summary ? summary : `${takeCharacters(summary, 159)}…`),
    }),
  },
  "summary-of-160-utf-16-units": {
    reason: truncation,
    change: () => ({ summarize: (summary) => summary.slice(0, 160).replace(/[\uD800-\uDBFF]$/, "") }),
  },
} satisfies Readonly<Record<string, Variant>>;
