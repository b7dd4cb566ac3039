import { ControlError } from "../basics/control-error.ts";
import { maxStateBytes, maxStateMebibytes } from "../basics/json-text.ts";
import { copyPlain, isLargerThan } from "../basics/values.ts";
import { addressOf } from "../store/collections.ts";
import type { OrganizationStore } from "../store/organization-store.ts";
import { kindNames, kindsByParent, recordKinds } from "../store/record-kinds.ts";
import type { KindName, State } from "./state.ts";

export function createState(organizations: Iterable<OrganizationStore>): State {
  const arrays = new Map<KindName, object[]>(kindNames.map((kind) => [kind, []]));
  // The brains and installations of the organizations so far. A record belongs to the first organization that has its parent, or else to
  // the one that it names.
  const earlier = new Set<string>();
  for (const organization of organizations) {
    arrays.get("organizations")?.push(organization.describe());
    const parents: string[] = [];
    for (const { kind, record } of organization.entries()) {
      const [id, parentId] = addressOf(kind, record);
      if (kindsByParent.has(kind)) parents.push(`${kind} ${id}`);
      const copy = copyPlain(record);
      const isAmbiguous = earlier.has(`${recordKinds[kind].parent} ${parentId}`);
      arrays.get(kind)?.push(isAmbiguous ? { ...copy, organizationId: organization.id } : copy);
    }
    for (const parent of parents) earlier.add(parent);
  }
  if (arrays.get("authorizations")?.length === 0) arrays.delete("authorizations");
  const state: object = { version: 1, ...Object.fromEntries(arrays) };
  return state as State;
}

/**
 * Returns a state as JSON, with one record in each line.
 *
 * @throws {@link ControlError} `too_large`
 */
export function serializeState(state: State): string {
  const fields = Object.entries(state).map(([name, value]) => `${JSON.stringify(name)}: ${serializeField(value)}`);
  const text = `{\n  ${fields.join(",\n  ")}\n}\n`;
  if (!isLargerThan(maxStateBytes, text)) return text;
  throw new ControlError("too_large", `it is larger than ${maxStateMebibytes} MiB.`, { task: "write a state" });
}

function serializeField(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return JSON.stringify(value);
  return `[\n    ${value.map((record) => JSON.stringify(record)).join(",\n    ")}\n  ]`;
}
