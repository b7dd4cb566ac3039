import {
  type Bucket,
  type BucketSource,
  buckets,
  type Page,
  type PageSource,
  type PageSourceRef,
  type PageStatus,
  type PageType,
  pageSchema,
  pageStatuses,
  pageTypes,
  type Schema,
} from "@knowledge-base/types";
import {
  bucketSources,
  identifierSchema,
  pageSourceRefSchema,
  pageSourceSchema,
  shapeOf,
  slugSchema,
} from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { type Draft, organizationIdSchema, strictObjectSchema, timestampInputSchema } from "../basics/object-schema.ts";

/** A page as a state contains it. */
export interface StoredPage extends Page {
  /** Type of the page: what it is about. */
  readonly pageType: PageType;
  /** Top-level grouping. */
  readonly bucket: Bucket;
  /** Whether the bucket was set automatically or by a user. */
  readonly bucketSource: BucketSource;
  /** Lifecycle status; `archived` if and only if `archived` is true. */
  readonly status: PageStatus;
  /**
   * Status that the page gets when it is restored from the archive. Not part of any response of the service.
   *
   * @default `active`
   */
  readonly statusBeforeArchive?: Exclude<PageStatus, "archived"> | undefined;
  /**
   * Organization that owns the brain.
   *
   * @default the first organization that has a brain with this id
   */
  readonly organizationId?: string | undefined;
}

/** Returns a page as the service does, without what only a state contains. */
export function toPage({ statusBeforeArchive: _, ...page }: StoredPage) {
  return page;
}

/** An ingest source of a page: by default without chunks, attached when the page was last compiled. */
export interface AttachSourceInput extends Draft<PageSourceRef, "chunkUuids" | "attachedAt", "attachedAt"> {}

type DefaultedPageField = Exclude<keyof Page, "brainId" | "title">;

/**
 * A page of a seed. Either of `archived` and the status `archived` sets the other. Defaults:
 *
 * - `slug`, `body`: made from the title
 * - `summary`: the first paragraph of the body that isn't a heading
 * - `backlinks`: the wikilinks of the body
 * - `id`: `page_`, the id of the brain and the slug
 * - `tenantId`: the organization
 * - `subjectId`: the brain
 * - `pageType`: `topic`
 * - `bucket`: `inbox`
 * - `bucketSource`: `user` if a bucket is given, otherwise `auto`
 * - `status`: `active`
 * - `version`: 1
 * - `archived`, `pinned`: false
 * - `entities`, `sources`, `embedding`: empty
 * - `source`, `lastReferencedAt`: null
 * - `createdAt`, `updatedAt`, `lastCompiledAt`: the time that is given for any of these, or else the start of 2026
 */
export interface StoredPageInput
  extends Omit<
    Draft<StoredPage, DefaultedPageField, "createdAt" | "updatedAt" | "lastCompiledAt" | "lastReferencedAt">,
    "sources"
  > {
  /**
   * Ingest sources that contributed to the page.
   *
   * @default none
   */
  readonly sources?: readonly AttachSourceInput[] | undefined;
}

/** The editable content of a page. Omitted fields aren't changed by an edit; a new page has the defaults of a state. */
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

const statusesBeforeArchive = pageStatuses.filter((status) => status !== "archived");

/** Schema of a page as a state contains it. */
export const storedPageSchema = strictObjectSchema<StoredPage>({
  ...pageSchema.shape,
  id: identifierSchema,
  slug: slugSchema,
  source: z.nullable(strictObjectSchema<PageSource>(pageSourceSchema.shape)),
  sources: z.array(strictObjectSchema<PageSourceRef>(pageSourceRefSchema.shape)),
  pageType: z.enum(pageTypes),
  bucket: z.enum(buckets),
  bucketSource: z.enum(bucketSources),
  status: z.enum(pageStatuses),
  statusBeforeArchive: z.optional(z.enum(statusesBeforeArchive)),
  organizationId: organizationIdSchema,
});

/** Schema of the sources that are attached to a page: at most one with an id. */
export const sourcesSchema = z.optional(
  z
    .array(
      strictObjectSchema({
        ingestSourceId: identifierSchema,
        chunkUuids: z.optional(z.array(z.string())),
        attachedAt: z.optional(timestampInputSchema),
      }) as Schema<AttachSourceInput>,
    )
    .check(({ value, issues }) => {
      const ids = new Set<string>();
      for (const [index, { ingestSourceId: id }] of value.entries()) {
        const path = [index, "ingestSourceId"];
        if (ids.has(id)) issues.push({ code: "custom", path, message: "is named already", input: value });
        ids.add(id);
      }
    }),
);

/** Schema of a text that isn't blank. */
export const nonBlankText = z.string().check(z.regex(/\S/, "must not be empty"));

const { summary, entities, backlinks, embedding, pageType, bucket } = shapeOf(storedPageSchema);
const content = { title: nonBlankText, summary, body: nonBlankText, entities, backlinks, embedding, pageType, bucket };

/** Names of the fields of a {@link PageContent}. */
export const contentNames = Object.keys(content) as (keyof PageContent)[];

/** Schemas of the fields of a {@link PageContent}. */
export const contentFields = Object.fromEntries(contentNames.map((name) => [name, z.optional(content[name])]));
