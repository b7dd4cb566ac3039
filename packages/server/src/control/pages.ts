import { type Page, pageSchema } from "@knowledge-base/types";
import { identifierSchema, type ObjectSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { notify } from "../deliveries/notify.ts";
import type { StoredPage } from "../store/state.ts";
import { type Command, type Commands, inputSchema } from "./command.ts";
import type { CommandContext } from "./command-context.ts";
import { createPage, withoutPreviousStatus } from "./create-page.ts";
import { listFields, listRecords } from "./list-records.ts";
import { type PageChange, pageChanges } from "./page-changes.ts";
import { type CreatePageInput, contentFields, sourcesSchema } from "./page-content.ts";
import type { CompilePageInput, EditPageInput, ListPagesInput, MarkPageInput, PageAddress } from "./page-inputs.ts";

/**
 * Creates, reads and changes pages. Use the operation of the service to archive a page.
 *
 * @see Specification, sections 2.1 and 3
 */
export interface PagesControl {
  /**
   * Creates a page. Fields with a default can be omitted; the default version is 1.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input` if a field is not valid or the id or slug is in use
   */
  create(input: CreatePageInput): Page;

  /**
   * Returns the pages of a brain, including those that are hidden from the index, in the order in which they were added.
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
   * Pins a page, so that it comes first in the index. Nothing changes if the page is already pinned.
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
   * Deprecates a page, so that it is hidden from the index. Nothing changes if the page is already deprecated.
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
  const event = `page ${slug} now has version ${version}`;
  notify({ kind: "change", slugs: [slug], event }, brain, organization, context.serverState.testTools);
}

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
  read: changePage("Read a page", addressSchema, pageChanges.read),
  edit: changePage("Edit a page", editSchema, pageChanges.edit),
  compile: changePage("Compile a page", compileSchema, pageChanges.compile),
  pin: changePage("Pin a page", addressSchema, pageChanges.pin),
  unpin: changePage("Unpin a page", addressSchema, pageChanges.unpin),
  deprecate: changePage("Deprecate a page", addressSchema, pageChanges.deprecate),
  mark: changePage("Mark a page", markSchema, pageChanges.mark),
  restore: changePage("Restore a page", addressSchema, pageChanges.restore),
  delete: remove,
};
