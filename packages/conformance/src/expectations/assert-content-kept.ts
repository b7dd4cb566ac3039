import { assert } from "../assert.ts";
import { requireData } from "../require-data.ts";
import type { ShownPage } from "../target-controls.ts";
import { isSameValue } from "./is-same-value.ts";

/** The content, version and connections of a page, and what identifies it. Archiving and restoring change none of them. */
const keptFields = [
  "id",
  "tenantId",
  "subjectId",
  "brainId",
  "source",
  "pageType",
  "bucket",
  "bucketSource",
  "slug",
  "title",
  "summary",
  "body",
  "entities",
  "sources",
  "backlinks",
  "embedding",
  "version",
  "pinned",
  "createdAt",
  "connections",
  "versions",
] as const satisfies (keyof ShownPage)[];

/** Expects the content of a page to be the same, as far as both records have it. */
export function assertContentKept(before: ShownPage, after: ShownPage, when: string): void {
  const compared = keptFields.filter((field) => before[field] !== undefined && after[field] !== undefined);
  requireData(compared.length > 0, "needs a control readPage that returns fields of the page");
  const changed = compared.filter((field) => !isSameValue(before[field], after[field]));
  assert(changed.length === 0, `the page is not the same ${when}: it has other values of ${changed.join(", ")}`);
}
