import type { Page } from "@knowledge-base/types";
import type { CompilePageInput, CreatePageInput, EditPageInput, MarkPageInput, PageAddress } from "./page-inputs.ts";

/**
 * Pages: everything that happens to them besides archiving, which is an operation of the service.
 *
 * @see Specification, sections 2.1 and 3
 */
export interface PagesControl {
  /**
   * Creates a page at version 1.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input` where a field is not valid or the id or slug is taken
   */
  create(input: CreatePageInput): Page;

  /**
   * Looks at a page without reading it.
   *
   * @throws {@link ControlError} `not_found`
   */
  get(input: PageAddress): Page;

  /**
   * Reads a page: `lastReferencedAt` becomes now.
   *
   * @throws {@link ControlError} `not_found`
   */
  read(input: PageAddress): Page;

  /**
   * Changes the content of a page by hand. Its version grows, and channels that want to know of changes are notified.
   *
   * @throws {@link ControlError} `not_found`, `invalid_input`, or `conflict` where the page is archived
   */
  edit(input: EditPageInput): Page;

  /**
   * Compiles a page from its sources. Its version grows, and channels that want to know of changes are notified.
   *
   * @throws {@link ControlError} `not_found`, `invalid_input`, or `conflict` where the page is archived
   */
  compile(input: CompilePageInput): Page;

  /**
   * Pins a page, so that it comes first in the index. Pinning a pinned page changes nothing.
   *
   * @throws {@link ControlError} `not_found`, or `conflict` where the page is deprecated
   */
  pin(input: PageAddress): Page;

  /**
   * Unpins a page. Unpinning a page that is not pinned changes nothing.
   *
   * @throws {@link ControlError} `not_found`
   */
  unpin(input: PageAddress): Page;

  /**
   * Deprecates a page, so that the index hides it. Deprecating a deprecated page changes nothing.
   *
   * @throws {@link ControlError} `not_found`, or `conflict` where the page is pinned or archived
   */
  deprecate(input: PageAddress): Page;

  /**
   * Gives a page the status `active`, `stale` or `contested`.
   *
   * @throws {@link ControlError} `not_found`, `invalid_input`, or `conflict` where the page is archived
   */
  mark(input: MarkPageInput): Page;

  /**
   * Brings an archived page back with the status that it had. Restoring a page that is not archived changes nothing.
   *
   * @throws {@link ControlError} `not_found`
   */
  restore(input: PageAddress): Page;
}
