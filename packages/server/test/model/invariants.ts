import { isDeepStrictEqual } from "node:util";
import type { Delivery, State } from "@knowledge-base/server";
import type { IndexEntry } from "@knowledge-base/types";

/** The visible state of a server. */
export interface VisibleState {
  readonly snapshot: State;
  readonly deliveries: readonly Delivery[];
  /** The prompt indexes of all brains with a key. */
  readonly indexes: readonly (readonly IndexEntry[])[];
}

const flagOf = { brief: "notifyBriefs", connection: "notifyConnections", change: "notifyChanges" } as const;

/**
 * Returns the promise of the specification that a step has broken; undefined if there is none. The checks repeat rules of
 * the model in another form, so that a mistake in the model is noticed.
 */
export function findBrokenInvariant(step: string, before: VisibleState, after: VisibleState): string | undefined {
  for (const entries of after.indexes) {
    const broken = brokenInIndex(entries);
    if (broken !== undefined) return broken;
  }
  const isBack = /(^| )(restore|reset)$/.test(step);
  const { pages, bindings } = before.snapshot;
  for (const page of after.snapshot.pages) {
    const previous = pages.find(({ id }) => id === page.id);
    if (!isBack && previous && page.version < previous.version) return "a version has fallen";
    if (page.pinned && page.status === "deprecated") return "a pinned page is deprecated";
  }
  for (const { kind, bindingId } of after.deliveries.slice(before.deliveries.length)) {
    const binding = bindings.find(({ id }) => id === bindingId);
    if (binding?.status !== "active" || !binding[flagOf[kind]]) return "a binding delivers what it must not";
  }
  if (step.endsWith(" bindings.update") && !step.startsWith("control")) {
    const others = (sight: VisibleState) => sight.snapshot.bindings.map((binding) => ({ ...binding, ...noFlags }));
    if (!isDeepStrictEqual(others(after), others(before))) return "flags have not changed alone";
  }
  return undefined;
}

const noFlags = { notifyBriefs: null, notifyConnections: null, notifyChanges: null };

function brokenInIndex(entries: readonly IndexEntry[]): string | undefined {
  for (const [index, { pinned, status, summary }] of entries.entries()) {
    if (pinned && entries[index - 1]?.pinned === false) return "a pinned page stands after one that is not";
    if (status === "archived" || status === "deprecated") return "a hidden page is in the index";
    if (summary.length > 160 || !summary.isWellFormed()) return "a summary is not cut as it should be";
  }
  return undefined;
}
