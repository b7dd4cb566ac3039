import * as z from "zod/mini";
import { embeddingSchema, identifierSchema, intSchema, type ObjectFields } from "../schema/schema.ts";
import { timestampSchema } from "../schema/timestamp.ts";
import type { OpenEnum } from "./enums.ts";

/** Page types that the specification lists, section 2.1. */
export const pageTypes = ["source", "topic", "entity", "project", "decision", "brief"] as const;

/** The buckets that the specification lists, section 2.1. */
export const buckets = ["inbox", "notes", "ideas", "projects"] as const;

/** The origins of a bucket that the specification lists, section 2.1. */
export const bucketSources = ["auto", "user"] as const;

/** The page statuses that the specification lists, sections 2.1 and 3. */
export const pageStatuses = ["active", "deprecated", "stale", "contested", "archived"] as const;

/**
 * Type of a page: what it is about.
 *
 * @see Specification, section 2.1
 * @useDeclaredType
 */
export type PageType = (typeof pageTypes)[number];

/**
 * Top-level grouping of pages.
 *
 * @see Specification, section 2.1
 * @useDeclaredType
 */
export type Bucket = (typeof buckets)[number];

/**
 * Origin of a bucket: set automatically or by a user.
 *
 * @see Specification, section 2.1
 * @useDeclaredType
 */
export type BucketSource = (typeof bucketSources)[number];

/**
 * Lifecycle status of a page. Deprecated and archived pages are hidden from lists.
 *
 * @see Specification, sections 2.1 and 3
 * @useDeclaredType
 */
export type PageStatus = (typeof pageStatuses)[number];

/**
 * Origin of a page.
 *
 * @see Specification, section 2.2
 */
export interface PageSource {
  /** Provenance channel. */
  readonly channel: string;
  /** Opaque reference of the host, such as an agent id. May be null or absent. */
  readonly ref?: string | null | undefined;
  /** Human-readable label. May be null or absent. */
  readonly label?: string | null | undefined;
}

/** Schema of {@link PageSource}. */
export const pageSourceSchema = z.object({
  channel: z.string(),
  ref: z.optional(z.nullable(z.string())),
  label: z.optional(z.nullable(z.string())),
} satisfies ObjectFields<PageSource>);

/**
 * An ingest source that contributed to a page.
 *
 * @see Specification, section 2.3
 */
export interface PageSourceRef {
  /** Id of the ingest source. */
  readonly ingestSourceId: string;
  /** Uuids of the knowledge chunks of the source. */
  readonly chunkUuids: readonly string[];
  /** When the source was attached to the page, as an ISO 8601 timestamp. */
  readonly attachedAt: string;
}

/** Schema of {@link PageSourceRef}. */
export const pageSourceRefSchema = z.object({
  ingestSourceId: z.string(),
  chunkUuids: z.array(z.string()),
  attachedAt: timestampSchema,
} satisfies ObjectFields<PageSourceRef>);

/**
 * A text that a segment of a URL's path can contain as it is: a slug of the specification, section 2.1. Letters of any script are allowed:
 * URLs encode them in only one way. The client accepts any text, so that it can read the pages of every service.
 */
export const slugSchema = /* @__PURE__ */ identifierSchema.check(
  z.refine(
    (slug) => slug !== "." && slug !== ".." && !/[\s\p{Cc}\p{Cs}"#%/<>?[\\\]^`{|}]/u.test(slug),
    'must be URL-safe: not . or .., no white space, and none of " # % / < > ? [ \\ ] ^ ` { | }',
  ),
);

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

/**
 * Schema of {@link Page}. Stricter than the client: it accepts only listed values of enums, and drops other fields.
 *
 * The schemas are those of zod/mini: they have `parse` and `safeParse` but no methods such as `.extend`; `z.extend` is a function of
 * zod/mini. With zod, write `z.object({ ...pageSchema.shape, … })`.
 */
export const pageSchema = z.object({
  id: z.string(),
  tenantId: z.string(),
  subjectId: z.string(),
  brainId: z.string(),
  source: z.nullable(pageSourceSchema),
  pageType: z.enum(pageTypes),
  bucket: z.enum(buckets),
  bucketSource: z.enum(bucketSources),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  body: z.string(),
  entities: z.array(z.string()),
  sources: z.array(pageSourceRefSchema),
  backlinks: z.array(z.string()),
  embedding: embeddingSchema,
  version: intSchema,
  pinned: z.boolean(),
  archived: z.boolean(),
  status: z.enum(pageStatuses),
  lastCompiledAt: timestampSchema,
  lastReferencedAt: z.nullable(timestampSchema),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
} satisfies ObjectFields<Page>);

/** Maximum number of UTF-16 code units of a summary in the prompt index, section 8. Longer summaries are cut. */
export const maxIndexSummaryLength = 160;

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
export const indexEntrySchema = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  pageType: z.enum(pageTypes),
  pinned: z.boolean(),
  status: z.enum(pageStatuses),
} satisfies ObjectFields<IndexEntry>);
