import type { PageSource } from "@knowledge-base/types";
import type { StoredPage } from "../store/state.ts";

/** The handwritten fields of a demo page; the others are derived from them. */
export interface DemoPage
  extends Pick<
    StoredPage,
    | "slug"
    | "title"
    | "pageType"
    | "bucket"
    | "summary"
    | "body"
    | "entities"
    | "createdAt"
    | "updatedAt"
    | "lastReferencedAt"
  > {
  /** @default "auto" */
  readonly bucketSource?: StoredPage["bucketSource"];
  /** @default "active" */
  readonly status?: StoredPage["status"];
  /** @default false */
  readonly pinned?: true;
  /** @default 1 */
  readonly version?: number;
  /** @default null */
  readonly source?: PageSource | null;
  /** Ids of the page's ingest sources. */
  readonly ingestSources: readonly string[];
}

/** The brain of demo pages. */
export interface DemoBrain {
  readonly id: string;
  readonly tenantId: string;
  readonly subjectId: string;
}
