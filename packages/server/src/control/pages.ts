import { identifierSchema, type ObjectSchema, type Page, type PageStatus, pageSchema } from "@knowledge-base/types";
import * as z from "zod/mini";
import { notify } from "../deliveries/notify.ts";
import type { OrganizationState } from "../server-state.ts";
import { completeSources } from "../store/record-defaults.ts";
import type { StoredPage } from "../store/state.ts";
import type { AttachSourceInput } from "../store/stored-page-input.ts";
import { type Command, type Commands, inputSchema } from "./command.ts";
import { type CommandContext, currentTimestamp } from "./command-context.ts";
import { rejectCommand, rejectInput } from "./command-rejection.ts";
import { createPage, withoutPreviousStatus } from "./create-page.ts";
import { type ListInput, listFields, listRecords } from "./list-records.ts";
import {
  type CreatePageInput,
  changedFields,
  contentFields,
  type PageContent,
  rejectRepeatedSources,
  sourcesSchema,
} from "./page-content.ts";

/** Identifies a page. */
export interface PageAddress {
  /** Id of the brain. */
  readonly brainId: string;
  /** Slug of the page. */
  readonly slug: string;
}

/** Input of `pages.list`. */
export interface ListPagesInput extends ListInput {
  /** Id of the brain. */
  readonly brainId: string;
}

/** Input of `pages.edit`: at least one field of the content. Fields that are left out stay as they are. */
export interface EditPageInput extends PageAddress, PageContent {}

/** Input of `pages.compile`. Fields that are left out stay as they are. */
export interface CompilePageInput extends PageAddress, PageContent {
  /** Ingest sources to add. A source that the page has already is replaced. */
  readonly sources?: readonly AttachSourceInput[] | undefined;
}

/** A status that `pages.mark` can set. */
export type MarkedStatus = Extract<PageStatus, "active" | "stale" | "contested">;

/** Input of `pages.mark`. */
export interface MarkPageInput extends PageAddress {
  /** The new status. */
  readonly status: MarkedStatus;
}

/**
 * Pages: creating, reading and changing them. Archiving is an operation of the service.
 *
 * @see Specification, sections 2.1 and 3
 */
export interface PagesControl {
  /**
   * Creates a page at version 1.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input` if a field is not valid or the id or slug is taken
   */
  create(input: CreatePageInput): Page;

  /**
   * Returns the pages of a brain, also those that are hidden from the index, in the order in which they were added.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input`
   */
  list(input: ListPagesInput): readonly Page[];

  /**
   * Returns a page. Its `lastReferencedAt` does not change.
   *
   * @throws {@link ControlError} `not_found`
   */
  get(input: PageAddress): Page;

  /**
   * Reads a page: returns it and sets its `lastReferencedAt` to now.
   *
   * @throws {@link ControlError} `not_found`
   */
  read(input: PageAddress): Page;

  /**
   * Changes the content of a page by hand, increments its version, and notifies the channels with `notifyChanges` on.
   *
   * @throws {@link ControlError} `not_found`, `invalid_input`, or `conflict` if the page is archived
   */
  edit(input: EditPageInput): Page;

  /**
   * Compiles a page from its sources, increments its version, and notifies the channels with `notifyChanges` on.
   *
   * @throws {@link ControlError} `not_found`, `invalid_input`, or `conflict` if the page is archived
   */
  compile(input: CompilePageInput): Page;

  /**
   * Pins a page, so that it comes first in the index. Nothing changes if the page is pinned already.
   *
   * @throws {@link ControlError} `not_found`, or `conflict` if the page is deprecated
   */
  pin(input: PageAddress): Page;

  /**
   * Unpins a page. Nothing changes if the page is not pinned.
   *
   * @throws {@link ControlError} `not_found`
   */
  unpin(input: PageAddress): Page;

  /**
   * Deprecates a page, so that it is hidden from the index. Nothing changes if the page is deprecated already.
   *
   * @throws {@link ControlError} `not_found`, or `conflict` if the page is pinned or archived
   */
  deprecate(input: PageAddress): Page;

  /**
   * Sets the status of a page to `active`, `stale` or `contested`.
   *
   * @throws {@link ControlError} `not_found`, `invalid_input`, or `conflict` if the page is archived
   */
  mark(input: MarkPageInput): Page;

  /**
   * Restores an archived page with its previous status. Nothing changes if the page is not archived.
   *
   * @throws {@link ControlError} `not_found`
   */
  restore(input: PageAddress): Page;

  /**
   * Deletes a page. Links to it in other pages stay.
   *
   * @throws {@link ControlError} `not_found`
   */
  delete(input: PageAddress): void;
}

const list: Command<ListPagesInput, readonly Page[]> = {
  summary: "List the pages",
  input: inputSchema({ brainId: identifierSchema, ...listFields }),
  output: z.array(pageSchema),
  run: ({ brainId, ...input }, context) =>
    listRecords(context.brain(brainId).brain.pages, input, { kind: "page", idOf: ({ slug }) => slug }).map(
      withoutPreviousStatus,
    ),
};

const remove: Command<PageAddress, void> = {
  summary: "Delete a page",
  input: inputSchema({ brainId: identifierSchema, slug: identifierSchema }),
  output: z.void(),
  run({ brainId, slug }, context) {
    context.page(brainId, slug).organization.store.delete({ array: "pages", record: { brainId, slug } });
  },
};

/** Returns the changed page, or the same page if nothing changes. */
type PageChange<Input> = (page: StoredPage, input: Input, organization: OrganizationState) => StoredPage;

function changePage<Input extends PageAddress>(
  summary: string,
  input: ObjectSchema<Input>,
  change: PageChange<Input>,
): Command<Input, Page> {
  return {
    summary,
    input,
    output: pageSchema,
    run(given, context) {
      const { page, organization } = context.page(given.brainId, given.slug);
      const changed = change(page, given, organization);
      if (changed !== page) organization.store.put({ array: "pages", record: changed });
      if (changed.version !== page.version) notifyOfVersion(changed, context);
      return withoutPreviousStatus(changed);
    },
  };
}

function notifyOfVersion({ brainId, slug, version }: StoredPage, context: CommandContext): void {
  const { brain, organization } = context.brain(brainId);
  const event = `page ${slug} came to version ${version}`;
  notify({ kind: "change", slugs: [slug], event }, brain, organization, context.serverState.testTools);
}

function nextVersion({ slug, version }: StoredPage): number {
  if (version >= Number.MAX_SAFE_INTEGER) {
    rejectCommand("conflict", `page ${slug} has the largest version that there is`);
  }
  return version + 1;
}

function rejectArchived({ slug, archived }: StoredPage): void {
  if (archived) rejectCommand("conflict", `page ${slug} is archived. Restore it first`);
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
  rejectRepeatedSources(input.sources ?? []);
  const added = completeSources(input.sources ?? [], now);
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
    rejectCommand("conflict", `page ${page.slug} is deprecated. Mark it as active first`);
  }
  return { ...page, pinned: true, updatedAt: currentTimestamp(organization) };
};

const unpin: PageChange<PageAddress> = (page, _, organization) =>
  page.pinned ? { ...page, pinned: false, updatedAt: currentTimestamp(organization) } : page;

const deprecate: PageChange<PageAddress> = (page, _, organization) => {
  rejectArchived(page);
  if (page.pinned) {
    rejectCommand("conflict", `page ${page.slug} is pinned, and exempt from deprecation. Unpin it first`);
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

const addressFields = { brainId: identifierSchema, slug: identifierSchema };
const addressSchema = inputSchema<PageAddress>(addressFields);
const editSchema = inputSchema<EditPageInput>({ ...addressFields, ...contentFields });
const compileSchema = inputSchema<CompilePageInput>({ ...addressFields, ...contentFields, sources: sourcesSchema });
const markSchema = inputSchema<MarkPageInput>({ ...addressFields, status: z.enum(["active", "stale", "contested"]) });

/** The commands of {@link PagesControl}. */
export const pageCommands: Commands<PagesControl> = {
  create: createPage,
  list,
  get: changePage("Get a page", addressSchema, (page) => page),
  read: changePage("Read a page", addressSchema, read),
  edit: changePage("Edit a page", editSchema, edit),
  compile: changePage("Compile a page", compileSchema, compile),
  pin: changePage("Pin a page", addressSchema, pin),
  unpin: changePage("Unpin a page", addressSchema, unpin),
  deprecate: changePage("Deprecate a page", addressSchema, deprecate),
  mark: changePage("Mark a page", markSchema, mark),
  restore: changePage("Restore a page", addressSchema, restore),
  delete: remove,
};
