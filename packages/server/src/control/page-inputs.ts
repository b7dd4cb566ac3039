import type { PageStatus } from "@knowledge-base/types";
import type { AttachSourceInput } from "../records/record-types.ts";
import type { ListInput } from "./crud.ts";
import type { PageContent } from "./page-content.ts";

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

/** Input of `pages.edit`: at least one field of the content. Omitted fields are not changed. */
export interface EditPageInput extends PageAddress, PageContent {}

/** Input of `pages.compile`. Omitted fields are not changed. */
export interface CompilePageInput extends PageAddress, PageContent {
  /** Ingest sources to add. They replace sources of the page with the same id. */
  readonly sources?: readonly AttachSourceInput[] | undefined;
}

/** A status that `pages.mark` can set. */
export type MarkedStatus = Extract<PageStatus, "active" | "stale" | "contested">;

/** Input of `pages.mark`. */
export interface MarkPageInput extends PageAddress {
  /** The new status. */
  readonly status: MarkedStatus;
}
