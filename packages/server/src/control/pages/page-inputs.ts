import type { Bucket, BucketSource, PageSource, PageStatus, PageType } from "@knowledge-base/types";

/** Which page is meant. */
export interface PageAddress {
  /** Id of the brain. */
  readonly brainId: string;
  /** Slug of the page. */
  readonly slug: string;
}

/** What a page says. */
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
   * @default what the body puts between double brackets, such as `[[tide-table]]`
   */
  readonly backlinks?: readonly string[] | undefined;
  /** Vector for semantic search. */
  readonly embedding?: readonly number[] | undefined;
  /** What the page is about. */
  readonly pageType?: PageType | undefined;
  /** Top-level grouping. One that is named counts as set by a user. */
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

/** Input of `pages.create`. What is left out gets a plain default: no entities, no embedding, the type `topic`. */
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
   * @default a new one
   */
  readonly id?: string | undefined;
  /**
   * Slug, unique in its brain.
   *
   * @default made from the title, with a number where that is taken
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

/** Input of `pages.edit`: at least one field of the content. What is left out stays as it is. */
export interface EditPageInput extends PageAddress, PageContent {}

/** Input of `pages.compile`. What is left out stays as it is. */
export interface CompilePageInput extends PageAddress, PageContent {
  /** Ingest sources that this compilation adds, or replaces where the page has them. */
  readonly sources?: readonly AttachSourceInput[] | undefined;
}

/** A status that a page can be given directly. */
export type MarkedStatus = Extract<PageStatus, "active" | "stale" | "contested">;

/** Input of `pages.mark`. */
export interface MarkPageInput extends PageAddress {
  /** The status. */
  readonly status: MarkedStatus;
}
