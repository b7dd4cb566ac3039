import type { Bucket, BucketSource, PageSource, PageStatus, PageType } from "@knowledge-base/types";

/** An ingest source that contributes to a page. */
export interface AttachSourceInput {
  /** Contributing ingest source id. */
  readonly ingestSourceId: string;
  /**
   * Ids of the parts of the knowledge that come from the source.
   *
   * @default none
   */
  readonly chunkUuids?: readonly string[] | undefined;
  /**
   * When the source was attached, as an ISO 8601 timestamp or a `Date`.
   *
   * @default when the page was last compiled
   */
  readonly attachedAt?: string | Date | undefined;
}

/** A page of a seed. */
export interface StoredPageInput {
  /** Id of the brain that owns the page. */
  readonly brainId: string;
  /** Human-readable title. */
  readonly title: string;
  /**
   * Page id.
   *
   * @default `page_`, the id of the brain, `_` and the slug, such as `page_tides_spring-tide`
   */
  readonly id?: string | undefined;
  /**
   * URL-safe identifier, unique within the brain.
   *
   * @default made from the title
   */
  readonly slug?: string | undefined;
  /**
   * Body in Markdown.
   *
   * @default the title
   */
  readonly body?: string | undefined;
  /**
   * Short summary.
   *
   * @default the first paragraph of the body
   */
  readonly summary?: string | undefined;
  /**
   * Id of the tenant that owns the page.
   *
   * @default the id of the organization
   */
  readonly tenantId?: string | undefined;
  /**
   * Id of the subject that owns the page, defined by the host.
   *
   * @default the id of the brain
   */
  readonly subjectId?: string | undefined;
  /**
   * Where the page comes from, or null. The service does not interpret it.
   *
   * @default null
   */
  readonly source?: PageSource | null | undefined;
  /**
   * Type of the page: what it is about.
   *
   * @default "topic"
   */
  readonly pageType?: PageType | undefined;
  /**
   * Top-level grouping.
   *
   * @default "inbox"
   */
  readonly bucket?: Bucket | undefined;
  /**
   * Origin of the bucket: set automatically or by a user.
   *
   * @default "user" if the bucket is given, otherwise "auto"
   */
  readonly bucketSource?: BucketSource | undefined;
  /**
   * Named entities of the body.
   *
   * @default none
   */
  readonly entities?: readonly string[] | undefined;
  /**
   * Ingest sources that contributed to the page.
   *
   * @default none
   */
  readonly sources?: readonly AttachSourceInput[] | undefined;
  /**
   * Slugs that the body refers to.
   *
   * @default the slugs between double brackets in the body, such as `[[tide-table]]`
   */
  readonly backlinks?: readonly string[] | undefined;
  /**
   * Vector for semantic search.
   *
   * @default an empty vector
   */
  readonly embedding?: readonly number[] | undefined;
  /**
   * Version, a whole number.
   *
   * @default 1
   */
  readonly version?: number | undefined;
  /**
   * Whether the page is pinned.
   *
   * @default false
   */
  readonly pinned?: boolean | undefined;
  /**
   * Whether the user archived the page.
   *
   * @default true if the status is `archived`
   */
  readonly archived?: boolean | undefined;
  /**
   * Lifecycle status; `archived` if and only if `archived` is true.
   *
   * @default "archived" if `archived` is true, otherwise "active"
   */
  readonly status?: PageStatus | undefined;
  /** Status that the page gets when it is restored from the archive. If omitted, the page becomes `active`. */
  readonly statusBeforeArchive?: Exclude<PageStatus, "archived"> | undefined;
  /**
   * When the page was created, as an ISO 8601 timestamp or a `Date`.
   *
   * @default `updatedAt`, or else 2026-01-01T00:00:00.000Z
   */
  readonly createdAt?: string | Date | undefined;
  /**
   * When the page was last modified, as an ISO 8601 timestamp or a `Date`.
   *
   * @default `createdAt`
   */
  readonly updatedAt?: string | Date | undefined;
  /**
   * When the page was last compiled from its sources, as an ISO 8601 timestamp or a `Date`.
   *
   * @default `updatedAt`
   */
  readonly lastCompiledAt?: string | Date | undefined;
  /**
   * When the page was last read, as an ISO 8601 timestamp or a `Date`, or null.
   *
   * @default null
   */
  readonly lastReferencedAt?: string | Date | null | undefined;
  /**
   * Organization that owns the brain.
   *
   * @default the only organization that has a brain with this id
   */
  readonly organizationId?: string | undefined;
}
