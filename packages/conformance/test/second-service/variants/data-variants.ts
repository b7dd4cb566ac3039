import { randomUUID } from "node:crypto";
import { changeFields } from "../rules/change-fields.ts";
import type { RuleChange } from "../rules/rule-change.ts";
import type { Variant } from "./variant.ts";

/** Creates pages with other fields. */
function pages(fields: object): RuleChange {
  return ({ newRecord }) => ({
    newRecord: (table, columns) => ({ ...newRecord(table, columns), ...(table === "pages" && fields) }),
  });
}

/** Adds fields to all records and errors. */
const extraFields: RuleChange = (rules) => {
  const changed = { ...rules };
  for (const name of ["page", "indexEntry", "binding", "channel", "oauthStart", "disconnect", "error"] as const) {
    Object.assign(changed, changeFields(name, () => ({ object: name, _links: { self: null }, score: 0.5 }))(changed));
  }
  return changed;
};

const identifiers = "Identifiers are strings; their form is not shown.";
const iso = '"Timestamps are ISO 8601 strings", which allows this form.';

/** Differences in the records. */
export const dataVariants = {
  "extra-fields": {
    reason: "Further fields are not forbidden; every service adds some over time.",
    change: extraFields,
  },
  "ids-are-uuids": { reason: identifiers, change: () => ({ createId: () => randomUUID() }) },
  "ids-are-numbers": { reason: identifiers, change: () => ({ createId: (_, count) => String(1000 + count) }) },
  "ids-with-colon": { reason: identifiers, change: () => ({ createId: (table, count) => `urn:kb:${table}:${count}` }) },
  "ids-with-slash-and-space": {
    reason: identifiers,
    change: () => ({ createId: (table, count) => `${table}/n° ${count}?` }),
  },
  "slugs-with-unicode": {
    reason: '"URL-safe identifier": letters of other alphabets are encoded in URLs and are safe in IRIs.',
    change: () => ({
      createSlug: (title) =>
        title
          .normalize()
          .toLowerCase()
          .replaceAll(/[^\p{Letter}\p{Number}]+/gu, "-"),
    }),
  },
  "timestamps-with-offset": {
    reason: iso,
    change: () => ({
      timestamp: (date) => new Date(date.getTime() + 7_200_000).toISOString().replace("Z", "+02:00"),
    }),
  },
  "timestamps-without-milliseconds": {
    reason: iso,
    change: () => ({ timestamp: (date) => date.toISOString().replace(/\.\d+/, "") }),
  },
  "timestamps-with-microseconds": {
    reason: iso,
    change: () => ({ timestamp: (date) => date.toISOString().replace("Z", "017Z") }),
  },
  "pages-without-source": { reason: "`source` is nullable.", change: pages({ source: null }) },
  "pages-never-read": { reason: "`lastReferencedAt` is nullable.", change: pages({ lastReferencedAt: null }) },
  "pages-that-are-empty": {
    reason: "Lists and strings may be empty.",
    change: pages({ entities: [], sources: [], backlinks: [], embedding: [], body: "" }),
  },
  "sources-without-label": {
    reason: "`ref` and `label` are not required and nullable.",
    change: pages({ source: { channel: "upload", ref: null } }),
  },
  "pages-with-large-embedding": {
    reason: "The Page `embedding` can be large.",
    change: pages({ embedding: Array.from({ length: 1536 }, (_, index) => Math.sin(index)) }),
  },
  "bindings-without-channel-name": {
    reason: "`channelName` is nullable.",
    change: ({ newRecord }) => ({
      newRecord: (table, columns) => ({
        ...newRecord(table, columns),
        ...(table === "bindings" && { channelName: null }),
      }),
    }),
  },
} satisfies Readonly<Record<string, Variant>>;
