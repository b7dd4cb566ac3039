import type { PageSource } from "@knowledge-base/types";
import type { StoredPage } from "../store/state.ts";

/** What a person writes of a demo page; the rest of it is derived. */
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
  /** Ids of the ingest sources behind the page. */
  readonly ingestSources: readonly string[];
}

/** The brain that demo pages belong to. */
export interface DemoBrain {
  readonly id: string;
  readonly tenantId: string;
  readonly subjectId: string;
}
