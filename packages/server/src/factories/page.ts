import type { StoredPage } from "../records/record-types.ts";
import { complete, type Overrides } from "./complete.ts";

/**
 * Returns a page of a state, by default of the brain that `brain()` returns. Slug and id are made from the title, which is
 * "Page" by default: two pages of a brain need different titles or slugs.
 *
 * @example
 * ```ts
 * import { page } from "@knowledge-base/server/factories";
 *
 * const tides = page({ title: "Tide table", status: "stale", updatedAt: new Date("2026-03-02T08:15:00Z") });
 * console.log(tides.slug, tides.updatedAt, tides.pinned); // tide-table 2026-03-02T08:15:00.000Z false
 * ```
 */
export function page(overrides: Overrides<"pages"> = {}): StoredPage {
  return complete("pages", () => ({ brainId: "brain", title: "Page", tenantId: "organization" }), overrides);
}
