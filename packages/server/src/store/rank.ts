import { parseTimestamp } from "@knowledge-base/types";
import { choices } from "../choices.ts";
import type { StoredPage } from "./state.ts";

/** Where a page stands in the prompt index of its brain. */
export interface Rank {
  readonly pinned: boolean;
  readonly tier: number;
  readonly lastReferencedMs: number;
  readonly updatedMs: number;
  readonly slug: string;
}

/** The rank of a page, or undefined where the page is hidden from the index. */
export function rankOf(page: StoredPage): Rank | undefined {
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

/** Orders ranks: pinned first, then by tier, then the newest reference and the newest update, then by slug. */
export function compareRanks(left: Rank, right: Rank): number {
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
