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
 */
export type PageType = (typeof pageTypes)[number];

/**
 * Top-level grouping of pages.
 *
 * @see Specification, section 2.1
 */
export type Bucket = (typeof buckets)[number];

/**
 * Origin of a bucket: set automatically or by a user.
 *
 * @see Specification, section 2.1
 */
export type BucketSource = (typeof bucketSources)[number];

/**
 * Lifecycle status of a page. Deprecated and archived pages are hidden from lists.
 *
 * @see Specification, sections 2.1 and 3
 */
export type PageStatus = (typeof pageStatuses)[number];

/** Returns whether a value is one of {@link pageTypes}. */
export function isPageType(value: unknown): value is PageType {
  return (pageTypes as readonly unknown[]).includes(value);
}

/** Returns whether a value is one of {@link buckets}. */
export function isBucket(value: unknown): value is Bucket {
  return (buckets as readonly unknown[]).includes(value);
}

/** Returns whether a value is one of {@link bucketSources}. */
export function isBucketSource(value: unknown): value is BucketSource {
  return (bucketSources as readonly unknown[]).includes(value);
}

/** Returns whether a value is one of {@link pageStatuses}. */
export function isPageStatus(value: unknown): value is PageStatus {
  return (pageStatuses as readonly unknown[]).includes(value);
}
