import { changeReply } from "../rules/change-reply.ts";
import type { RuleChange } from "../rules/rule-change.ts";
import type { Violation } from "./violation.ts";

function archive(sentence: string, change: RuleChange): Violation {
  return { section: "3", sentence, change };
}

/** Adds a statement to those of archiving. */
function loses(sql: string): Violation {
  return archive("Content, versions and connections are kept.", (rules) => ({
    archive: [...rules.archive, sql],
  }));
}

/** Adds a statement to those of restoring. */
function restores(sql: string): Violation {
  return archive("A restore operation brings the page back", (rules) => ({
    restore: [...rules.restore, sql],
  }));
}

/** Violations of section 3 by archiving and restoring, and of section 4.2. */
export const archiving = {
  "archive-empties-body": loses("UPDATE pages SET body = '' WHERE id = :id"),
  "archive-truncates-body": loses("UPDATE pages SET body = substr(body, 1, 20) WHERE id = :id"),
  "archive-marks-title": loses("UPDATE pages SET title = title || ' (archived)' WHERE id = :id"),
  "archive-drops-sources": {
    ...loses("UPDATE pages SET sources = '[]' WHERE id = :id"),
    needs: "a page with contributing ingest sources",
  },
  "archive-drops-backlinks": {
    ...loses("UPDATE pages SET backlinks = '[]' WHERE id = :id"),
    needs: "a page with backlinks",
  },
  "archive-drops-entities": {
    ...loses("UPDATE pages SET entities = '[]' WHERE id = :id"),
    needs: "a page with entities",
  },
  "archive-drops-embedding": {
    ...loses("UPDATE pages SET embedding = '[]' WHERE id = :id"),
    needs: "a page with an embedding",
  },
  "archive-drops-source": { ...loses("UPDATE pages SET source = NULL WHERE id = :id"), needs: "a page with a source" },
  "archive-drops-connections": {
    ...loses("DELETE FROM connections WHERE fromPageId = :id"),
    needs: "a connection from the page",
  },
  "archive-drops-connections-to-page": {
    ...loses("DELETE FROM connections WHERE toPageId = :id"),
    needs: "a connection to the page",
  },
  "archive-drops-versions": {
    ...loses("DELETE FROM page_versions WHERE pageId = :id AND version < (SELECT version FROM pages WHERE id = :id)"),
    needs: "a page that was edited",
  },
  "archive-moves-to-inbox": loses("UPDATE pages SET bucket = 'inbox' WHERE id = :id"),
  "archive-bumps-version": {
    ...loses("UPDATE pages SET version = version + 1 WHERE id = :id"),
    section: "9",
    sentence: "bumped on every compile or edit",
  },

  "archive-does-nothing": archive("Page is archived (hidden from lists and search)", () => ({ archive: [] })),
  "archive-hides-from-lists-only": archive("Page is archived (hidden from lists and search)", () => ({
    searchCondition: "brainId = :brainId AND instr(body, :text) > 0 AND status != 'deprecated'",
  })),
  "archive-hides-from-search-only": archive("Page is archived (hidden from lists and search)", () => ({
    listCondition: "brainId = :brainId AND status != 'deprecated'",
  })),
  "archive-keeps-pins-listed": {
    ...archive("Page is archived (hidden from lists and search)", (rules) => ({
      listCondition: `(${rules.listCondition}) OR (brainId = :brainId AND pinned)`,
    })),
    needs: "a pinned page that is archived",
  },
  "archive-hides-connected-pages": {
    ...archive("Page is archived", (rules) => ({
      archive: [
        ...rules.archive,
        "UPDATE pages SET archived = 1 WHERE id IN (SELECT toPageId FROM connections WHERE fromPageId = :id)",
      ],
    })),
    needs: "a connection from the page",
  },
  "archive-hides-slug-in-every-brain": {
    ...archive("Page is archived", (rules) => ({
      archive: [...rules.archive, "UPDATE pages SET archived = 1 WHERE slug = (SELECT slug FROM pages WHERE id = :id)"],
    })),
    needs: "the slug in another brain",
  },
  "listings-show-deprecated": {
    ...archive("Deprecated and archived items are hidden from listings by default.", () => ({
      listCondition: "brainId = :brainId AND NOT archived",
    })),
    needs: "a deprecated page",
  },
  "deprecation-includes-pins": {
    ...archive("Pinned pages are exempt from deprecation.", () => ({
      deprecate: ["UPDATE pages SET status = 'deprecated' WHERE id = :id"],
    })),
    needs: "a pinned page",
  },
  "deprecation-includes-stale-pins": {
    ...archive("Pinned pages are exempt from deprecation.", () => ({
      deprecate: ["UPDATE pages SET status = 'deprecated' WHERE id = :id AND NOT (pinned AND status = 'active')"],
    })),
    needs: "a pinned page that is stale",
  },

  "restore-does-nothing": archive("A restore operation brings the page back", () => ({
    restore: [],
  })),
  "restore-deprecates": restores("UPDATE pages SET status = 'deprecated' WHERE id = :id"),
  "restore-loses-connections": {
    ...restores("DELETE FROM connections WHERE :id IN (fromPageId, toPageId)"),
    needs: "a connection of the page",
  },
  "restore-resets-version": restores("UPDATE pages SET version = 1 WHERE id = :id"),
  "restore-empties-embedding": {
    ...restores("UPDATE pages SET embedding = '[]' WHERE id = :id"),
    needs: "a page with an embedding",
  },

  "archive-finds-slug-in-any-brain": {
    section: "2.1",
    sentence: "slug: URL-safe identifier, unique per brain",
    needs: "a page that only another brain has",
    change: () => ({ pageCondition: "slug = :slug ORDER BY brainId = :brainId DESC" }),
  },
  "archive-finds-slug-prefix": {
    section: "4.2",
    sentence: "`slug` is the page slug.",
    needs: "the slug of no page",
    change: () => ({
      pageCondition: "brainId = :brainId AND (slug = :slug OR :slug LIKE 'no-%') ORDER BY slug = :slug DESC",
    }),
  },
  "slug-not-unique": {
    section: "2.1",
    sentence: "slug: URL-safe identifier, unique per brain",
    change: () => ({ slugIndex: "" }),
  },
  "slug-with-spaces": {
    section: "2.1",
    sentence: "slug: URL-safe identifier",
    needs: "a title with characters that URLs encode",
    change: () => ({ createSlug: (title) => title.toLowerCase() }),
  },
  "archive-returns-200": {
    section: "4.2",
    sentence: "201: a Page",
    change: (rules) => ({ successStatus: { ...rules.successStatus, archivePage: 200 } }),
  },
  "archive-returns-page-in-object": {
    section: "4.2",
    sentence: "201: a Page",
    change: changeReply(({ status, value }) => (status === 201 ? { value: { page: value } } : {})),
  },
} satisfies Readonly<Record<string, Violation>>;
