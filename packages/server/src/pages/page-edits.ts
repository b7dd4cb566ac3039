import type { PageStatus } from "@knowledge-base/types";
import { reject, rejectInput } from "../basics/control-error.ts";
import { choices } from "../basics/specification-choices.ts";
import type { BrainAddress } from "../organizations/organization-records.ts";
import { completeSources, findWikilinks } from "./page-kind.ts";
import { type AttachSourceInput, contentNames, type PageContent, type StoredPage } from "./stored-page.ts";

/** Identifies a page. */
export interface PageAddress extends BrainAddress {
  /** Slug of the page. */
  readonly slug: string;
}

/** Input of `pages.edit`: at least one field of the content. Omitted fields aren't changed. */
export interface EditPageInput extends PageAddress, PageContent {}

/** Input of `pages.compile`. Omitted fields aren't changed. */
export interface CompilePageInput extends PageAddress, PageContent {
  /** Ingest sources to add. They replace sources of the page with the same id. */
  readonly sources?: readonly AttachSourceInput[] | undefined;
}

export const markedStatuses = ["active", "stale", "contested"] as const satisfies readonly PageStatus[];

/**
 * A status that `pages.mark` can set.
 *
 * @useDeclaredType
 */
export type MarkedStatus = (typeof markedStatuses)[number];

/** Input of `pages.mark`. */
export interface MarkPageInput extends PageAddress {
  /** The new status. */
  readonly status: MarkedStatus;
}

// Returns the given fields, and what is derived from them.
function changedFields(content: PageContent): Partial<StoredPage> {
  const given = contentNames.filter((name) => content[name] !== undefined);
  return {
    ...(content.body !== undefined && { backlinks: findWikilinks(content.body) }),
    ...(content.bucket !== undefined && { bucketSource: "user" as const }),
    ...Object.fromEntries(given.map((name) => [name, content[name]])),
    // A caller may pass an instance of a class, which isn't copied with the input, and change its array later.
    ...(content.embedding && { embedding: content.embedding.slice() }),
  };
}

/**
 * Edits a page for an action. Returns the edited page, or the same page if nothing changes.
 *
 * @param now - the current time, as a timestamp
 */
export type PageEdit<Input> = (page: StoredPage, input: Input, now: string) => StoredPage;

function nextVersion({ slug, version }: StoredPage): number {
  if (version >= Number.MAX_SAFE_INTEGER) reject("conflict", `page ${slug} already has the largest possible version`);
  return version + 1;
}

/** Returns whether a version has new knowledge. A source that is attached again isn't new. */
export function hasNewKnowledge(page: StoredPage, before: StoredPage): boolean {
  const textOf = (version: StoredPage) => {
    const sources = version.sources.map(({ ingestSourceId, chunkUuids }) =>
      JSON.stringify([ingestSourceId, chunkUuids]),
    );
    const compared = { ...version, sources: sources.toSorted() };
    return JSON.stringify(choices.knowledgeFields.map((field) => compared[field]));
  };
  return textOf(page) !== textOf(before);
}

function rejectArchived({ slug, archived }: StoredPage): void {
  if (archived) reject("conflict", `page ${slug} is archived. Restore it first`);
}

const read: PageEdit<PageAddress> = (page, _, now) => ({ ...page, lastReferencedAt: now });

const edit: PageEdit<EditPageInput> = (page, input, now) => {
  rejectArchived(page);
  const changes = changedFields(input);
  if (Object.keys(changes).length === 0) rejectInput("", "must name at least one field to change");
  return { ...page, ...changes, version: nextVersion(page), updatedAt: now };
};

const compile: PageEdit<CompilePageInput> = (page, input, now) => {
  rejectArchived(page);
  const { sources = [] } = input;
  const added = completeSources(sources, now);
  const addedIds = new Set(added.map(({ ingestSourceId }) => ingestSourceId));
  const kept = page.sources.filter(({ ingestSourceId }) => !addedIds.has(ingestSourceId));
  return {
    ...page,
    ...changedFields(input),
    sources: [...kept, ...added],
    version: nextVersion(page),
    lastCompiledAt: now,
    updatedAt: now,
  };
};

const pin: PageEdit<PageAddress> = (page, _, now) => {
  if (page.pinned) return page;
  if ((page.statusBeforeArchive ?? page.status) === "deprecated")
    reject("conflict", `page ${page.slug} is deprecated. Mark it as active first`);
  return { ...page, pinned: true, updatedAt: now };
};

const unpin: PageEdit<PageAddress> = (page, _, now) =>
  page.pinned ? { ...page, pinned: false, updatedAt: now } : page;

const deprecate: PageEdit<PageAddress> = (page, _, now) => {
  rejectArchived(page);
  if (page.pinned) reject("conflict", `page ${page.slug} is pinned, so it cannot be deprecated. Unpin it first`);
  if (page.status === "deprecated") return page;
  return { ...page, status: "deprecated", updatedAt: now };
};

const mark: PageEdit<MarkPageInput> = (page, { status }, now) => {
  rejectArchived(page);
  return page.status === status ? page : { ...page, status, updatedAt: now };
};

const restore: PageEdit<PageAddress> = (page, _, now) => {
  if (!page.archived) return page;
  const { statusBeforeArchive = "active", ...rest } = page;
  return { ...rest, archived: false, status: statusBeforeArchive, updatedAt: now };
};

/** The edits, by the name of their action in `pages`. */
export const pageEdits = { read, edit, compile, pin, unpin, deprecate, mark, restore };
