import type { OpenEnum } from "../open-enum.ts";
import { embeddingSchema } from "../schema/embedding.ts";
import { intSchema } from "../schema/int.ts";
import { objectSchema } from "../schema/object-schema.ts";
import { textListSchema, textSchema } from "../schema/text.ts";
import { timestampSchema } from "../schema/timestamp.ts";
import * as z from "../schema/zod.ts";
import {
  type Bucket,
  type BucketSource,
  bucketSources,
  buckets,
  type PageStatus,
  type PageType,
  pageStatuses,
  pageTypes,
} from "./page-enums.ts";
import { type PageSource, pageSourceSchema } from "./page-source.ts";
import { type PageSourceRef, pageSourceRefSchema } from "./page-source-ref.ts";

/**
 * A page of a brain, as archiving returns it.
 *
 * @see Specification, section 2.1
 */
export interface Page {
  /** Page id. */
  readonly id: string;
  /** Id of the tenant that owns the page. */
  readonly tenantId: string;
  /** Id of the subject that owns the page, defined by the host. */
  readonly subjectId: string;
  /** Id of the brain that owns the page. */
  readonly brainId: string;
  /** Opaque provenance, or null. */
  readonly source: PageSource | null;
  /** Type of the page: what it is about. */
  readonly pageType: OpenEnum<PageType>;
  /** Top-level grouping. */
  readonly bucket: OpenEnum<Bucket>;
  /** Origin of the bucket: set automatically or by a user. */
  readonly bucketSource: OpenEnum<BucketSource>;
  /** URL-safe identifier, unique within the brain. */
  readonly slug: string;
  /** Human-readable title. */
  readonly title: string;
  /** Short generated summary. */
  readonly summary: string;
  /** Body in Markdown. */
  readonly body: string;
  /** Named entities extracted from the body. */
  readonly entities: readonly string[];
  /** Ingest sources that contributed to the page. */
  readonly sources: readonly PageSourceRef[];
  /** Slugs of the wikilinks in the body. */
  readonly backlinks: readonly string[];
  /** Vector for semantic search. It is large and internal to the service. */
  readonly embedding: readonly number[];
  /** Version. It grows with every compile or edit, and never decreases. */
  readonly version: number;
  /** Whether the page is pinned: ranked first in the prompt index, and exempt from deprecation. */
  readonly pinned: boolean;
  /** Whether the user retired the page. */
  readonly archived: boolean;
  /** Lifecycle status. Deprecated and archived pages are hidden from lists. */
  readonly status: OpenEnum<PageStatus>;
  /** When the page was last compiled from its sources, as an ISO 8601 timestamp. */
  readonly lastCompiledAt: string;
  /** When the page was last read, as an ISO 8601 timestamp, or null. Reading a page updates it. */
  readonly lastReferencedAt: string | null;
  /** When the page was created, as an ISO 8601 timestamp. */
  readonly createdAt: string;
  /** When the page was last modified, as an ISO 8601 timestamp. */
  readonly updatedAt: string;
}

/** Schema of {@link Page}. */
export const pageSchema = objectSchema<Page>({
  id: textSchema,
  tenantId: textSchema,
  subjectId: textSchema,
  brainId: textSchema,
  source: z.nullable(pageSourceSchema),
  pageType: z.enumOf(pageTypes),
  bucket: z.enumOf(buckets),
  bucketSource: z.enumOf(bucketSources),
  slug: textSchema,
  title: textSchema,
  summary: textSchema,
  body: textSchema,
  entities: textListSchema,
  sources: z.array(pageSourceRefSchema),
  backlinks: textListSchema,
  embedding: embeddingSchema,
  version: intSchema,
  pinned: z.boolean(),
  archived: z.boolean(),
  status: z.enumOf(pageStatuses),
  lastCompiledAt: timestampSchema,
  lastReferencedAt: z.nullable(timestampSchema),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
