import { isObject } from "@knowledge-base/internal/json";
import { sliceText } from "@knowledge-base/internal/texts";
import type { PageSourceRef } from "@knowledge-base/types";
import { maxIndexSummaryLength } from "@knowledge-base/types/internal";
import { choices } from "../basics/specification-choices.ts";
import { toUtc } from "../basics/time.ts";
import { joinTexts, toText } from "../basics/values.ts";
import type { Kinds } from "../store/record-kind.ts";
import type { AttachSourceInput } from "./stored-page.ts";

export const pageKind: Kinds["pages"] = {
  name: "page",
  idField: "slug",
  referenceField: "slug",
  parent: "brains",
  defaults: {
    slug: ({ title }) => (typeof title === "string" ? slugify(title) : undefined),
    id: ({ brainId, slug }) => joinTexts("page", brainId, slug),
    body: ({ title }) => toText(title),
    summary: ({ body }) => (typeof body === "string" ? summaryOfBody(body) : undefined),
    tenantId: (page, { organization }) =>
      typeof page.brainId === "string" ? (organization?.id ?? toText(page.organizationId) ?? page.brainId) : undefined,
    subjectId: ({ brainId }) => toText(brainId),
    source: () => null,
    pageType: () => "topic",
    bucketSource: ({ bucket }) => (bucket === undefined ? "auto" : "user"),
    bucket: () => "inbox",
    entities: () => [],
    sources: () => [],
    backlinks: ({ body }) => (typeof body === "string" ? findWikilinks(body) : undefined),
    embedding: () => [],
    version: () => 1,
    pinned: () => false,
    archived: ({ status }) => status === "archived",
    status: ({ archived }) => (archived === true ? "archived" : "active"),
    createdAt: ({ updatedAt }, { now }) => toText(updatedAt) ?? now,
    updatedAt: ({ createdAt }) => toText(createdAt),
    lastCompiledAt: ({ updatedAt }) => toText(updatedAt),
    lastReferencedAt: () => null,
  },
  timestampFields: ["createdAt", "updatedAt", "lastCompiledAt", "lastReferencedAt"],
  completeParts: ({ sources, lastCompiledAt }) =>
    Array.isArray(sources) ? { sources: completeSources(sources, lastCompiledAt) } : {},
  uniqueFields: [
    { field: "id" },
    {
      field: "slug",
      within: ["brainId"],
      takenProblem: "is already used in the brain: change the slug of one of the pages",
    },
  ],
  check({ archived, pinned, status, statusBeforeArchive }, report) {
    if (archived !== (status === "archived")) report("status", "must be archived if and only if archived is true");
    if (pinned && status === "deprecated") report("status", "must not be deprecated on a pinned page");
    if (pinned && statusBeforeArchive === "deprecated")
      report("statusBeforeArchive", "must not be deprecated on a pinned page");
    if (!archived && statusBeforeArchive) report("statusBeforeArchive", "is allowed only on archived pages");
  },
};

/** Returns ingest sources with the defaults of the fields that are left out. */
export function completeSources(sources: readonly AttachSourceInput[], attachedAt: unknown): PageSourceRef[] {
  return sources.map((source) => {
    if (!isObject(source)) return source;
    const { chunkUuids = [], attachedAt: ownTime = attachedAt } = source;
    return { ...source, chunkUuids, attachedAt: toUtc(ownTime) };
  }) as PageSourceRef[];
}

// Letters of Latin scripts that have no form of a letter with a mark.
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ı: "i",
  ŋ: "ng",
};

/**
 * Creates a slug from a title: lower-case ASCII letters and digits, with a hyphen between two words. `Tide table` becomes
 * `tide-table`. A title without any becomes `page`.
 */
export function slugify(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłħıŋ]/g, (letter) => plainLetters[letter] ?? "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, choices.maxSlugLength)
    .replace(/-$/, "");
  return slug === "" ? "page" : slug;
}

// A heading of Markdown: a line that begins with number signs, or one above a line of equals signs or hyphens.
const heading = /^ {0,3}#{1,6}([ \t].*)?$|^[^\n]*\n {0,3}(=+|-+)[ \t]*$/gm;

// Returns the first paragraph of a body that isn't a heading, cut to the length of a summary in the index.
function summaryOfBody(body: string): string {
  const [paragraph = ""] = body
    .replaceAll(heading, "\n")
    .trim()
    .split(/\n\s*\n/);
  return sliceText(paragraph.trim().replaceAll(/\s+/g, " "), maxIndexSummaryLength);
}

/** Returns the distinct slugs to which a Markdown body links: `[[slug]]`, `[[slug#part]]` or `[[slug|shown text]]`. */
export function findWikilinks(body: string): string[] {
  const slugs = Array.from(body.matchAll(/\[\[([^\][|#]+)(?:[|#][^\][]*)?\]\]/g), ([, slug = ""]) => slug.trim());
  return Array.from(new Set(slugs.filter((slug) => slug !== "")));
}
