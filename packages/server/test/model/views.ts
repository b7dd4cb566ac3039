import { isDeepStrictEqual } from "node:util";
import type { Delivery, ReferenceServer, State } from "@knowledge-base/server";
import type { IndexEntry } from "@knowledge-base/types";
import { expect } from "vitest";
import { callService, type Rules } from "./call.ts";
import type { ModelState } from "./model-state.ts";
import { snapshotOf } from "./server-calls.ts";

/** The visible state of a server. */
export interface VisibleState {
  readonly snapshot: State;
  readonly deliveries: readonly Delivery[];
  /** The prompt indexes of all brains with a key. */
  readonly indexes: readonly (readonly IndexEntry[])[];
}

/** Reads the visible state of a server, so that every change is noticed. */
export async function lookAt(server: ReferenceServer, modelState: ModelState): Promise<VisibleState> {
  const indexes: IndexEntry[][] = [];
  for (const { brainId, apiKey } of indexesOf(modelState)) {
    const path = `/v1/brains/${encodeURIComponent(brainId)}/index`;
    const response = await server.fetch(server.baseUrl + path, { headers: { "x-api-key": apiKey } });
    indexes.push(await response.json());
  }
  return { snapshot: server.snapshot(), deliveries: server.deliveries.list(), indexes };
}

/** Returns the part in which a view differs from the model, as it is and as it should be; undefined if there is none. */
export function findDifference(view: VisibleState, modelState: ModelState, rules: Rules): object | undefined {
  const scope = { reach: undefined, output: undefined, variable: "" };
  // Without what the model does not know.
  const { idPosition: _, authorizations: __, ...records } = view.snapshot;
  const organizations = records.organizations.map(({ idPosition: ___, ...organization }) => organization);
  const actual = {
    ...records,
    organizations,
    deliveries: view.deliveries.map(({ id: ____, why: _____, ...delivery }) => delivery),
    indexes: view.indexes,
  };
  const expected = {
    version: 1,
    ...snapshotOf(modelState),
    deliveries: modelState.deliveries,
    indexes: indexesOf(modelState).map(({ call }) => call.expect(modelState, rules, scope)),
  };
  for (const [name, value] of Object.entries(expected)) {
    const shown: unknown = Reflect.get(actual, name);
    if (!isEqual(shown, value)) return { part: name, actual: shown, expected: value };
  }
  return undefined;
}

/** Compares values. A property that is undefined is the same as none. */
export function isEqual(actual: unknown, expected: unknown, isPartial = false): boolean {
  if (!isPartial && isDeepStrictEqual(actual, expected)) return true;
  try {
    if (isPartial) expect(actual).toMatchObject(expected as object);
    else expect(actual).toEqual(expected);
    return true;
  } catch {
    return false;
  }
}

/** Returns the prompt index of each brain with a key. */
function indexesOf({ records }: ModelState) {
  return records.brains.flatMap(({ id: brainId, organizationId }) => {
    const apiKey = records.apiKeys.find((one) => one.organizationId === organizationId)?.key;
    if (apiKey === undefined) return [];
    return [{ brainId, apiKey, call: callService("promptIndex.get", { brainId }, apiKey) }];
  });
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
