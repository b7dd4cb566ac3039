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
} from "@knowledge-base/types";
import {
  bucketSources,
  identifierSchema,
  pageSourceRefSchema,
  pageSourceSchema,
  slugSchema,
} from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { type Draft, organizationIdSchema, strictObjectSchema } from "../state/object-schema.ts";

/** A page as the server stores it. */
export interface StoredPage extends Page {
  /** Type of the page's subject. */
  readonly pageType: PageType;
  /** Top-level grouping. */
  readonly bucket: Bucket;
  /** Whether the bucket was set automatically or by a user. */
  readonly bucketSource: BucketSource;
  /** Lifecycle status; `archived` if and only if `archived` is true. */
  readonly status: PageStatus;
  /** Status that the page gets when it is restored from the archive. Not part of any response of the service. */
  readonly statusBeforeArchive?: Exclude<PageStatus, "archived"> | undefined;
  /**
   * Organization that owns the brain.
   *
   * @default the first organization that has a brain with this id
   */
  readonly organizationId?: string | undefined;
}

/** An ingest source of a page: by default without chunks, attached when the page was last compiled. */
export interface AttachSourceInput extends Draft<PageSourceRef, "chunkUuids" | "attachedAt", "attachedAt"> {}

type DefaultedPageField = Exclude<keyof Page, "brainId" | "title">;

/**
 * A page of a seed.
 *
 * By default it is an active page of version 1 in the inbox, about a topic. Slug and body are made from the title; the summary is the
 * first paragraph of the body that is no heading, and the backlinks are its wikilinks. `bucketSource` is `user` if a bucket is given,
 * otherwise `auto`; lists are empty, and `source` is null. The id is `page_` and the ids of the brain and the page, the tenant is the
 * organization and the subject the brain. It was created, updated and compiled at the time that is given for any of these, or else on
 * 2026-01-01, and never read. Either of `archived` and the status `archived` sets the other.
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

const statusesBeforeArchive = pageStatuses.filter((status) => status !== "archived");

/** Schema of a page as the server stores it. */
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
