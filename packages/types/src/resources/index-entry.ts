import type { OpenEnum } from "../open-enum.ts";
import { objectSchema } from "../schema/object-schema.ts";
import { textSchema } from "../schema/text.ts";
import * as z from "../schema/zod.ts";
import { type PageStatus, type PageType, pageStatuses, pageTypes } from "./page-enums.ts";

/**
 * A page in the prompt index of a brain, with only the fields that a prompt needs.
 *
 * @see Specification, section 2.4
 */
export interface IndexEntry {
  /** URL-safe identifier, unique within the brain. */
  readonly slug: string;
  /** Human-readable title. */
  readonly title: string;
  /** Summary, cut to 160 characters. */
  readonly summary: string;
  /** Type of the page: what it is about. */
  readonly pageType: OpenEnum<PageType>;
  /** Whether the page is pinned; pinned entries are placed first. */
  readonly pinned: boolean;
  /** Lifecycle status. */
  readonly status: OpenEnum<PageStatus>;
}

/** Schema of {@link IndexEntry}. It accepts a summary that is longer than the service promises. */
export const indexEntrySchema = objectSchema<IndexEntry>({
  slug: textSchema,
  title: textSchema,
  summary: textSchema,
  pageType: z.enumOf(pageTypes),
  pinned: z.boolean(),
  status: z.enumOf(pageStatuses),
});
