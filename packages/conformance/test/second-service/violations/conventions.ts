import { changeReply } from "../rules/change-reply.ts";
import type { RuleChange } from "../rules/rule-change.ts";
import type { Violation } from "./violation.ts";

function page(section: string, sentence: string, change: RuleChange): Violation {
  return { section, sentence, change };
}

const bumped = "Each page carries an integer `version`, monotonic, bumped on every compile or edit.";

/** Violations of the conventions, of the fields that reading and editing change, and of sections 8 and 9. */
export const conventions = {
  "paths-without-version": page("9", "The version is the path prefix `/v1`.", () => ({ versionPrefix: "" })),
  "paths-with-version-2": page("9", "The version is the path prefix `/v1`.", () => ({ versionPrefix: "/v2" })),
  "parameters-not-decoded": page("4", "Path parameters are strings and required.", () => ({
    decodeSegment: (segment) => segment,
  })),
  "responses-as-text": page(
    "4",
    "Bodies are JSON.",
    changeReply(({ headers }) => ({ headers: { ...headers, "content-type": "text/plain" } })),
  ),
  "edit-keeps-version": page("9", bumped, (rules) => ({
    edit: rules.edit.map((sql) => sql.replace("version + 1", "version")),
  })),
  "compile-keeps-version": page("9", bumped, (rules) => ({
    compile: rules.compile.map((sql) => sql.replace("version + 1", "version")),
  })),
  "compile-resets-version": page("9", bumped, (rules) => ({
    compile: rules.compile.map((sql) => sql.replace("version + 1", "1")),
  })),
  "restore-lowers-version": page("9", bumped, (rules) => ({
    restore: [...rules.restore, "UPDATE pages SET version = version - 1 WHERE id = :id"],
  })),
  "edit-of-text-keeps-version": {
    ...page("9", bumped, (rules) => ({
      edit: rules.edit.map((sql) => sql.replace("version + 1", "version + (:body IS NOT NULL OR :title IS NOT NULL)")),
    })),
    needs: "an edit of the summary alone",
  },
  "version-is-fraction": page("9", bumped, (rules) => ({
    edit: rules.edit.map((sql) => sql.replace("version + 1", "version + 0.1")),
  })),
  "edit-moves-created-at": page("2.1", "createdAt: Creation time", (rules) => ({
    edit: [...rules.edit, "UPDATE pages SET createdAt = updatedAt WHERE id = :id"],
  })),
  "edit-keeps-updated-at": page("2.1", "updatedAt: Last modification time", (rules) => ({
    edit: rules.edit.map((sql) => sql.replace("updatedAt = :now, ", "")),
    compile: rules.compile.map((sql) => sql.replace(", updatedAt = :now", "")),
    archive: rules.archive.map((sql) => sql.replace(", updatedAt = :now", "")),
    restore: rules.restore.map((sql) => sql.replace(", updatedAt = :now", "")),
  })),
  "compile-keeps-compiled-at": page(
    "2.1",
    "lastCompiledAt: Last time the page was recompiled from its sources",
    (rules) => ({ compile: rules.compile.map((sql) => sql.replace("lastCompiledAt = :now, ", "")) }),
  ),
  "reading-is-not-noted": page("2.1", "lastReferencedAt: Reading a page bumps it", () => ({ read: [] })),
  "only-first-reading-is-noted": {
    ...page("2.1", "lastReferencedAt: Last read", (rules) => ({
      read: rules.read.map((sql) => `${sql} AND lastReferencedAt IS NULL`),
    })),
    needs: "a page that was read before",
  },
  "embedding-cut-at-1024": {
    ...page("8", "The Page `embedding` can be large.", (rules) => ({
      present: {
        ...rules.present,
        page: (record, request) =>
          rules.present.page({ ...record, embedding: record.embedding.slice(0, 1024) }, request),
      },
    })),
    needs: "a large embedding",
  },
  "embedding-left-out-if-large": {
    ...page("8", "The Page `embedding` can be large.", (rules) => ({
      present: {
        ...rules.present,
        page: (record, request) =>
          rules.present.page({ ...record, embedding: record.embedding.length > 2000 ? [] : record.embedding }, request),
      },
    })),
    needs: "a large embedding",
  },
  "numbers-of-embedding-rounded": page("2.1", "embedding: list of double", (rules) => ({
    present: {
      ...rules.present,
      page: (record, request) =>
        rules.present.page({ ...record, embedding: record.embedding.map(Math.round) }, request),
    },
  })),
} satisfies Readonly<Record<string, Violation>>;
