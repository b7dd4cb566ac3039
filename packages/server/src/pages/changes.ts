import { currentTimestamp } from "../control/command.ts";
import type { Tenant } from "../organizations/tenants.ts";
import { choices } from "../state/choices.ts";
import { reject, rejectInput } from "../state/control-error.ts";
import {
  type CompilePageInput,
  changedFields,
  type EditPageInput,
  type MarkPageInput,
  type PageAddress,
  rejectRepeatedSources,
} from "./page-inputs.ts";
import { completeSources } from "./page-kind.ts";
import type { StoredPage } from "./stored-page.ts";

/** Returns the changed page, or the same page if nothing changes. */
export type PageChange<Input> = (page: StoredPage, input: Input, organization: Tenant) => StoredPage;

function nextVersion({ slug, version }: StoredPage): number {
  if (version >= Number.MAX_SAFE_INTEGER) {
    reject("conflict", `page ${slug} already has the largest possible version`);
  }
  return version + 1;
}

/** Returns whether a version has knowledge that the one before lacks. A source that is attached again brings none. */
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

const read: PageChange<PageAddress> = (page, _, organization) => ({
  ...page,
  lastReferencedAt: currentTimestamp(organization),
});

const edit: PageChange<EditPageInput> = (page, input, organization) => {
  rejectArchived(page);
  const changes = changedFields(input);
  if (Object.keys(changes).length === 0) rejectInput("", "must name at least one field to change");
  return { ...page, ...changes, version: nextVersion(page), updatedAt: currentTimestamp(organization) };
};

const compile: PageChange<CompilePageInput> = (page, input, organization) => {
  rejectArchived(page);
  const now = currentTimestamp(organization);
  const { sources = [] } = input;
  rejectRepeatedSources(sources);
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

const pin: PageChange<PageAddress> = (page, _, organization) => {
  if (page.pinned) return page;
  if ((page.statusBeforeArchive ?? page.status) === "deprecated") {
    reject("conflict", `page ${page.slug} is deprecated. Mark it as active first`);
  }
  return { ...page, pinned: true, updatedAt: currentTimestamp(organization) };
};

const unpin: PageChange<PageAddress> = (page, _, organization) =>
  page.pinned ? { ...page, pinned: false, updatedAt: currentTimestamp(organization) } : page;

const deprecate: PageChange<PageAddress> = (page, _, organization) => {
  rejectArchived(page);
  if (page.pinned) {
    reject("conflict", `page ${page.slug} is pinned, so it cannot be deprecated. Unpin it first`);
  }
  if (page.status === "deprecated") return page;
  return { ...page, status: "deprecated", updatedAt: currentTimestamp(organization) };
};

const mark: PageChange<MarkPageInput> = (page, { status }, organization) => {
  rejectArchived(page);
  return page.status === status ? page : { ...page, status, updatedAt: currentTimestamp(organization) };
};

const restore: PageChange<PageAddress> = (page, _, organization) => {
  if (!page.archived) return page;
  const { statusBeforeArchive = "active", ...rest } = page;
  return { ...rest, archived: false, status: statusBeforeArchive, updatedAt: currentTimestamp(organization) };
};

/** How the commands of pages change one. */
export const pageChanges = { read, edit, compile, pin, unpin, deprecate, mark, restore };
