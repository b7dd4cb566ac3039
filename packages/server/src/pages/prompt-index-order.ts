import { parseTimestamp } from "@knowledge-base/types/internal";
import { choices } from "../state/choices.ts";
import type { StoredPage } from "../state/state.ts";

/** Position of a page in the prompt index of its brain. */
export interface IndexRank {
  readonly pinned: boolean;
  readonly tier: number;
  readonly lastReferencedMs: number;
  readonly updatedMs: number;
  readonly slug: string;
}

/** Returns the rank of a page; undefined if the page is hidden from the index. */
export function indexRank(page: StoredPage): IndexRank | undefined {
  const tier = choices.promptIndexTier[page.status];
  if (tier === "hidden") return undefined;
  return {
    pinned: page.pinned,
    tier,
    lastReferencedMs: page.lastReferencedAt === null ? Number.NEGATIVE_INFINITY : parseTimestamp(page.lastReferencedAt),
    updatedMs: parseTimestamp(page.updatedAt),
    slug: page.slug,
  };
}

/** Compares ranks: pinned pages first, then by tier, then by newest reference, newest update and slug. */
export function compareIndexRanks(left: IndexRank, right: IndexRank): number {
  return (
    Number(right.pinned) - Number(left.pinned) ||
    left.tier - right.tier ||
    newestFirst(left.lastReferencedMs, right.lastReferencedMs) ||
    newestFirst(left.updatedMs, right.updatedMs) ||
    (left.slug < right.slug ? -1 : left.slug > right.slug ? 1 : 0)
  );
}

function newestFirst(left: number, right: number): number {
  return left === right ? 0 : right > left ? 1 : -1;
}
