import {
  type Bucket,
  type BucketSource,
  bucketSources,
  buckets,
  embeddingSchema,
  identifierSchema,
  limits,
  type PageSource,
  type PageSourceRef,
  type PageType,
  pageSourceSchema,
  pageTypes,
  strictObjectSchema,
  timestampSchema,
} from "@knowledge-base/types";
import * as z from "zod/mini";
import { findWikilinks } from "../find-wikilinks.ts";
import type { StoredPage } from "../store/state.ts";
import { pathIdSchema } from "../store/state-schemas.ts";
import { truncate } from "../truncate.ts";
import { inputSchema } from "./command.ts";
import { rejectInput } from "./command-rejection.ts";

/** The editable content of a page. */
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

/** An ingest source that contributes to a page. */
export interface AttachSourceInput {
  /** Contributing ingest source id. */
  readonly ingestSourceId: string;
  /**
   * Knowledge chunk uuids backing the source.
   *
   * @default none
   */
  readonly chunkUuids?: readonly string[] | undefined;
  /**
   * When the source was attached, an ISO 8601 timestamp.
   *
   * @default now
   */
  readonly attachedAt?: string | undefined;
}

/** Input of `pages.create`. By default a page has no entities and no embedding, and its type is `topic`. */
export interface CreatePageInput extends PageContent {
  /** Brain that the page is added to. */
  readonly brainId: string;
  /** Human-readable title, not empty. */
  readonly title: string;
  /** Markdown body, not empty. */
  readonly body: string;
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
   * Owning tenant id.
   *
   * @default the id of the organization
   */
  readonly tenantId?: string | undefined;
  /**
   * Owning subject id.
   *
   * @default the id of the brain
   */
  readonly subjectId?: string | undefined;
  /**
   * Provenance.
   *
   * @default null
   */
  readonly source?: PageSource | null | undefined;
  /** Whether the bucket was set automatically or by a user. */
  readonly bucketSource?: BucketSource | undefined;
  /**
   * Contributing ingest sources.
   *
   * @default none
   */
  readonly sources?: readonly AttachSourceInput[] | undefined;
  /**
   * Whether the page is pinned.
   *
   * @default false
   */
  readonly pinned?: boolean | undefined;
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
    inputSchema<AttachSourceInput>({
      ingestSourceId: identifierSchema,
      chunkUuids: z.optional(texts),
      attachedAt: z.optional(timestampSchema),
    }),
  ),
);

/** Schema of a {@link CreatePageInput}. */
export const createPageSchema = inputSchema<CreatePageInput>({
  brainId: identifierSchema,
  ...contentFields,
  title: nonBlankText,
  body: nonBlankText,
  id: z.optional(identifierSchema),
  slug: z.optional(pathIdSchema),
  tenantId: z.optional(identifierSchema),
  subjectId: z.optional(identifierSchema),
  source: z.optional(z.nullable(strictObjectSchema<PageSource>(pageSourceSchema._zod.def.shape))),
  bucketSource: z.optional(z.enum(bucketSources)),
  sources: sourcesSchema,
  pinned: z.optional(z.boolean()),
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

/** Returns sources with the defaults of the fields that are left out. Rejects two sources with the same id. */
export function completeSources(sources: readonly AttachSourceInput[], now: string): PageSourceRef[] {
  const ids = sources.map(({ ingestSourceId }) => ingestSourceId);
  const repeated = ids.flatMap((id, index) => (ids.indexOf(id) < index ? [index] : []));
  if (repeated.length > 0) {
    rejectInput(repeated.map((index) => ({ path: `sources[${index}].ingestSourceId`, message: "is named already" })));
  }
  return sources.map(({ ingestSourceId, chunkUuids = [], attachedAt = now }) => ({
    ingestSourceId,
    chunkUuids: chunkUuids.slice(),
    attachedAt,
  }));
}

/** Returns the first paragraph of a body, cut to the length of a summary in the index. */
export function summarize(body: string): string {
  const [paragraph = ""] = body.trim().split(/\n\s*\n/);
  return truncate(paragraph.trim().replaceAll(/\s+/g, " "), limits.indexSummaryLength);
}

/** Creates a slug that is not taken from a title: `Tide table` becomes `tide-table`, or `tide-table-2`. */
export function createSlug(title: string, isTaken: (slug: string) => boolean): string {
  const plain =
    title
      .normalize("NFKD")
      .replaceAll(/\p{Mark}/gu, "")
      .normalize("NFC")
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}]+/gu, "-")
      .replaceAll(/^-|-$/g, "") || "page";
  let slug = plain;
  for (let number = 2; isTaken(slug); number += 1) slug = `${plain}-${number}`;
  return slug;
}
