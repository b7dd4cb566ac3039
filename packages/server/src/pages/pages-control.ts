import type { Page, Schema } from "@knowledge-base/types";
import { identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { strictObjectSchema } from "../basics/object-schema.ts";
import type { Action, Actions } from "../control/action.ts";
import { addressShape, createCrud, createList, createRecord, type ListInput, shapeForCreate } from "../control/crud.ts";
import { notifyChannels } from "../messaging/notifications.ts";
import type { BrainAddress } from "../organizations/organization-records.ts";
import { isHidden } from "./page-collection.ts";
import {
  type CompilePageInput,
  type EditPageInput,
  hasNewKnowledge,
  type MarkPageInput,
  markedStatuses,
  type PageAddress,
  type PageEdit,
  pageEdits,
} from "./page-edits.ts";
import { slugify } from "./page-kind.ts";
import { contentFields, nonBlankText, type StoredPageInput, sourcesSchema, toPage } from "./stored-page.ts";

/**
 * Input of `pages.create`. The page has the defaults of a page in a state, except that its ids are generated and its times are the
 * current time.
 */
export interface CreatePageInput extends Omit<StoredPageInput, "organizationId"> {
  /** Human-readable title, not empty. */
  readonly title: string;
  /**
   * Body in Markdown, not empty.
   *
   * @default the title
   */
  readonly body?: string | undefined;
  /**
   * Page id.
   *
   * @default a generated id
   */
  readonly id?: string | undefined;
  /**
   * Slug, unique in its brain.
   *
   * @default made from the title, with a number if that slug is taken
   */
  readonly slug?: string | undefined;
  /**
   * When the page was created, as an ISO 8601 timestamp or a `Date`.
   *
   * @default `updatedAt`, or else now
   */
  readonly createdAt?: string | Date | undefined;
}

/** Input of `pages.list`. */
export interface ListPagesInput extends ListInput, BrainAddress {
  /**
   * Whether to list archived and deprecated pages, too.
   *
   * @default false
   */
  readonly includeHidden?: boolean | undefined;
}

/** Input of `pages.search`. */
export interface SearchPagesInput extends ListInput, BrainAddress {
  /** Text to find, not empty. Upper and lower case are the same. */
  readonly text: string;
}

/**
 * Creates, reads and changes pages. Use the operation of the service to archive a page.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const { control } = createReferenceServer({ seed: demoSeed() });
 * const page = control.pages.create({ brainId: "brain_operations", title: "Winter timetable" });
 * const pinned = control.pages.pin({ brainId: page.brainId, slug: page.slug });
 * console.log(pinned.slug, pinned.pinned); // winter-timetable true
 * ```
 *
 * @see Specification, sections 2.1 and 3
 */
export interface PagesControl {
  /**
   * Creates a page. Fields with a default can be omitted; the default version is 1.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input` if a field isn't valid or the id or slug is in use
   */
  create(input: CreatePageInput): Page;

  /**
   * Returns the pages of a brain in the order in which they were added: without archived and deprecated ones, unless
   * `includeHidden` is true.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input`
   * @see Specification, section 3
   */
  list(input: ListPagesInput): readonly Page[];

  /**
   * Returns the pages of a brain with a text in their title, summary or body, in the order in which they were added. It finds no
   * archived or deprecated pages.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input`
   * @see Specification, sections 1 and 3
   */
  search(input: SearchPagesInput): readonly Page[];

  /**
   * Returns a page. Its `lastReferencedAt` doesn't change.
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
   * Changes the content of a page by hand, and increments its version. If its title, summary, body or entities differ now, the
   * channels with `notifyChanges` on are notified.
   *
   * @throws {@link ControlError} `not_found`, `invalid_input`, or `conflict` if the page is archived
   */
  edit(input: EditPageInput): Page;

  /**
   * Compiles a page from its sources, and increments its version. If its title, summary, body, entities or sources differ now, the
   * channels with `notifyChanges` on are notified.
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
   * Unpins a page. Nothing changes if the page isn't pinned.
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
   * Restores an archived page with its previous status. Nothing changes if the page isn't archived.
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

const crud = createCrud("pages", toPage);

const create: Action<CreatePageInput, Page> = {
  ...crud.create,
  input: strictObjectSchema({
    ...shapeForCreate("pages"),
    ...contentFields,
    title: nonBlankText,
    tenantId: z.optional(identifierSchema),
    subjectId: z.optional(identifierSchema),
  }),
  run(input, context) {
    const { organization } = context.find("brains", input);
    const slug = input.slug ?? organization.collection("pages", input.brainId)?.findFreeSlug(slugify(input.title));
    return toPage(createRecord("pages", { ...input, slug }, organization, context));
  },
};

const list = createList<"pages", ListPagesInput>(
  "pages",
  crud.list.summary,
  toPage,
  { includeHidden: z.optional(z.boolean()) },
  (page, { includeHidden = false }) => includeHidden || !isHidden(page),
);

const search = createList<"pages", SearchPagesInput>(
  "pages",
  "Search the pages",
  toPage,
  { text: z.string().check(z.minLength(1)) },
  (page, { text }) =>
    !isHidden(page) &&
    // In upper case, because Greek has two lower-case forms of one letter.
    [page.title, page.summary, page.body].some((field) => field.toUpperCase().includes(text.toUpperCase())),
);

function editPage<Input extends PageAddress>(
  summary: string,
  edit: PageEdit<Input>,
  fields: Readonly<Record<string, Schema>> = {},
): Action<Input, Page> {
  return {
    summary,
    input: strictObjectSchema({ ...addressShape("pages"), ...fields }),
    run(input, context) {
      const { record: page, organization } = context.find("pages", input);
      const edited = edit(page, input, organization.tools.clock.timestamp());
      if (edited !== page) organization.put("pages", edited);
      if (hasNewKnowledge(edited, page)) {
        const event = `page ${page.slug} now has version ${edited.version}`;
        notifyChannels(organization, page.brainId, { kind: "change", slugs: [page.slug], event });
      }
      return toPage(edited);
    },
  };
}

/** The actions of {@link PagesControl}. */
export const pageActions: Actions<PagesControl> = {
  create,
  list,
  search,
  get: crud.get,
  read: editPage("Read a page", pageEdits.read),
  edit: editPage("Edit a page", pageEdits.edit, contentFields),
  compile: editPage("Compile a page", pageEdits.compile, { ...contentFields, sources: sourcesSchema }),
  pin: editPage("Pin a page", pageEdits.pin),
  unpin: editPage("Unpin a page", pageEdits.unpin),
  deprecate: editPage("Deprecate a page", pageEdits.deprecate),
  mark: editPage("Mark a page", pageEdits.mark, { status: z.enum(markedStatuses) }),
  restore: editPage("Restore a page", pageEdits.restore),
  delete: crud.delete,
};
