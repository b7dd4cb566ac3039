import { changeReply } from "../rules/change-reply.ts";
import type { RuleChange } from "../rules/rule-change.ts";
import type { Violation } from "./violation.ts";

function order(indexOrder: string): Violation {
  const change: RuleChange = () => ({ indexOrder });
  return {
    section: "4.4",
    sentence: "Pinned entries come first.",
    needs: "pages that are pinned and others that are not",
    change,
  };
}

function hidden(sentence: string, change: RuleChange): Violation {
  return { section: "3", sentence, change };
}

function limit(sentence: string, change: RuleChange): Violation {
  return { section: "4.4", sentence, change };
}

const hiddenItems = "Deprecated and archived items are hidden from listings by default.";

/** Violations of section 4.4: which entries the prompt index has, and in which order. */
export const indexOrder = {
  "index-ignores-pins": order("updatedAt DESC"),
  "index-puts-pins-last": order("pinned, updatedAt DESC"),
  "index-puts-pins-first-if-active": {
    ...order("pinned AND status = 'active' DESC, updatedAt DESC"),
    needs: "a pinned page that is stale or contested",
  },
  "index-puts-three-pins-first": {
    ...order(
      `pinned AND 3 >= (SELECT count(*) FROM pages AS p WHERE p.pinned AND p.brainId = page_records.brainId
        AND p.updatedAt >= page_records.updatedAt) DESC, updatedAt DESC`,
    ),
    needs: "more than three pinned pages",
  },
  "index-puts-pins-first-without-limit": order("pinned AND :limit >= 50 DESC, updatedAt DESC"),
  "index-puts-pins-first-with-limit": order("pinned AND :limit < 50 DESC, updatedAt DESC"),
  "index-sorts-after-limit": {
    ...order(""),
    change: () => ({
      indexQuery: (condition, pinnedFirst) =>
        `SELECT * FROM (SELECT * FROM page_records WHERE ${condition} ORDER BY updatedAt DESC LIMIT :limit)
          ORDER BY ${pinnedFirst}`,
    }),
  },

  "index-shows-archived": {
    ...hidden("An archived page is hidden from lists and search until it is restored.", (rules) => ({
      indexCondition: `(${rules.indexCondition}) OR (brainId = :brainId AND archived)`,
    })),
    needs: "an archived page",
  },
  "index-shows-archived-pins": {
    ...hidden("An archived page is hidden from lists and search until it is restored.", (rules) => ({
      indexCondition: `(${rules.indexCondition}) OR (brainId = :brainId AND archived AND pinned)`,
    })),
    needs: "a pinned page that is archived",
  },
  "index-shows-deprecated": {
    ...hidden(hiddenItems, (rules) => ({
      indexCondition: `(${rules.indexCondition}) OR (brainId = :brainId AND status = 'deprecated')`,
    })),
    needs: "a deprecated page",
  },
  "index-hides-stale": hidden(hiddenItems, (rules) => ({
    indexCondition: `(${rules.indexCondition}) AND (pinned OR status != 'stale')`,
  })),
  "index-of-all-brains": hidden("Returns a compact index of the brain's top pages", (rules) => ({
    indexCondition: rules.indexCondition.replace(
      "brainId = :brainId",
      "organizationId = (SELECT organizationId FROM brains WHERE id = :brainId)",
    ),
  })),

  "limit-ignored": limit("limit (integer, optional)", (rules) => ({
    readLimit: (text) => Math.max(rules.readLimit(text), 50),
  })),
  "limit-plus-one": limit("limit (integer, optional)", (rules) => ({ readLimit: (text) => rules.readLimit(text) + 1 })),
  "limit-counts-hidden-pages": limit("limit (integer, optional)", () => ({
    indexQuery: (condition, pinnedFirst) =>
      `SELECT * FROM (SELECT * FROM page_records WHERE brainId = :brainId ORDER BY ${pinnedFirst} LIMIT :limit)
        WHERE ${condition}`,
  })),
  "limit-counts-unpinned-pages": limit("limit (integer, optional)", () => ({
    indexQuery: (condition, pinnedFirst) =>
      `SELECT * FROM page_records WHERE ${condition} ORDER BY ${pinnedFirst}
        LIMIT :limit + (SELECT count(*) FROM pages WHERE pinned AND brainId = :brainId)`,
  })),
  "limit-required": limit("limit (integer, optional)", (rules) => ({
    readLimit: (text) => rules.readLimit(text ?? ""),
  })),
  "limit-may-be-a-word": limit("400: Validation failed (all operations)", (rules) => ({
    readLimit: (text) => rules.readLimit(Number.isNaN(Number(text)) ? null : text),
  })),
  "limit-may-be-a-fraction": limit("limit (integer, optional)", () => ({
    readLimit: (text) => Math.floor(Number(text ?? 50)) || 50,
  })),
  "limit-may-end-in-letters": limit("limit (integer, optional)", (rules) => ({
    readLimit: (text) => rules.readLimit(text?.replace(/^(\d+)[a-z]+$/, "$1") ?? null),
  })),

  "index-in-an-object": limit(
    "200: a JSON array of IndexEntry",
    changeReply(({ value, status }, { operation }) =>
      operation === "readIndex" && status === 200 ? { value: { entries: value } } : {},
    ),
  ),
} satisfies Readonly<Record<string, Violation>>;
