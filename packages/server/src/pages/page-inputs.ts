import { type Bucket, buckets, type PageStatus, type PageType, pageTypes } from "@knowledge-base/types";
import { embeddingSchema, identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { inputSchema } from "../control/command.ts";
import { createShape, type ListInput, timestampInputSchema } from "../control/crud.ts";
import { Problems } from "../state/control-error.ts";
import { findWikilinks } from "./page-kind.ts";
import type { AttachSourceInput, StoredPage, StoredPageInput } from "./stored-page.ts";

/** The editable content of a page. Omitted fields are not changed by an edit; a new page has the defaults of a state. */
export interface PageContent {
  /** Human-readable title, not empty. */
  readonly title?: string | undefined;
  /** Short summary. */
  readonly summary?: string | undefined;
  /** Markdown body, not empty. */
  readonly body?: string | undefined;
  /** Named entities of the body. */
  readonly entities?: readonly string[] | undefined;
  /**
   * Slugs that the body refers to.
   *
   * @default the slugs between double brackets in the body, such as `[[tide-table]]`
   */
  readonly backlinks?: readonly string[] | undefined;
  /** Vector for semantic search. */
  readonly embedding?: readonly number[] | undefined;
  /** Type of the page: what it is about. */
  readonly pageType?: PageType | undefined;
  /** Top-level grouping. It counts as set by a user. */
  readonly bucket?: Bucket | undefined;
}

/**
 * Input of `pages.create`. The defaults are those of a page in a state, except that ids are generated and that times are the
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
  /**
   * Whether to list archived and deprecated pages, too.
   *
   * @default false
   */
  readonly includeHidden?: boolean | undefined;
}

/** Input of `pages.search`. */
export interface SearchPagesInput extends ListInput {
  /** Id of the brain. */
  readonly brainId: string;
  /** Text to find, not empty. Upper and lower case are the same. */
  readonly text: string;
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

const nonBlankText = z.string().check(z.regex(/\S/, "must not be empty"));
const texts = z.array(z.string());

/** Schemas of the fields of a {@link PageContent}. */
export const contentFields = {
  title: z.optional(nonBlankText),
  summary: z.optional(z.string()),
  body: z.optional(nonBlankText),
  entities: z.optional(texts),
  backlinks: z.optional(texts),
  embedding: z.optional(embeddingSchema),
  pageType: z.optional(z.enum(pageTypes)),
  bucket: z.optional(z.enum(buckets)),
};

/** Schema of the sources that are attached to a page. */
export const sourcesSchema = z.optional(
  z.array(
    inputSchema({
      ingestSourceId: identifierSchema,
      chunkUuids: z.optional(texts),
      attachedAt: z.optional(timestampInputSchema),
    }),
  ),
);

/** Schema of a {@link CreatePageInput}. */
export const createPageSchema = inputSchema({
  ...createShape("pages"),
  ...contentFields,
  title: nonBlankText,
  tenantId: z.optional(identifierSchema),
  subjectId: z.optional(identifierSchema),
  sources: sourcesSchema,
});

const contentNames = Object.keys(contentFields) as (keyof PageContent)[];

/** Returns the fields to change: those that are given, and those that are derived from them. */
export function changedFields(content: PageContent): Partial<StoredPage> {
  const given = contentNames.filter((name) => content[name] !== undefined);
  return {
    ...(content.body !== undefined && { backlinks: findWikilinks(content.body) }),
    ...(content.bucket !== undefined && { bucketSource: "user" as const }),
    ...Object.fromEntries(given.map((name) => [name, content[name]])),
    ...(content.embedding && { embedding: content.embedding.slice() }),
  };
}

/** Rejects two sources with the same id. */
export function rejectRepeatedSources(sources: readonly AttachSourceInput[]): void {
  const ids = new Set<string>();
  const problems = new Problems();
  for (const [index, { ingestSourceId }] of sources.entries()) {
    if (ids.has(ingestSourceId)) problems.add(["sources", index, "ingestSourceId"], "is named already");
    ids.add(ingestSourceId);
  }
  if (problems.count > 0) problems.reject();
}
