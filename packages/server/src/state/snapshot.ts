import { copyJson, fieldsOf } from "@knowledge-base/internal";
import { ControlError } from "../basics/control-error.ts";
import type { Organization } from "../organizations/organization-records.ts";
import type { OrganizationStore } from "../organizations/organizations.ts";
import { maxStateBytes, maxStateMebibytes } from "./json-text.ts";
import { anyKinds, kindNames } from "./kinds.ts";
import type { State } from "./state.ts";

export function createState(organizations: Iterable<OrganizationStore>): State {
  const arrays = new Map<string, object[]>(kindNames.map((kind) => [kind, []]));
  // In a state, a record without an organization belongs to the first organization that has its brain or installation.
  const firstWith = {
    brains: new Map<string, OrganizationStore>(),
    installations: new Map<string, OrganizationStore>(),
  };
  for (const organization of organizations) {
    arrays.get("organizations")?.push(addPositions(organization));
    for (const entry of organization.entries()) {
      const { kind, record } = entry;
      if ((kind === "brains" || kind === "installations") && !firstWith[kind].has(record.id)) {
        firstWith[kind].set(record.id, organization);
      }
      const { parent, parentField } = anyKinds[kind];
      const first =
        parent === "organizations" ? organization : firstWith[parent].get(String(fieldsOf(record)[parentField]));
      const copy = anyKinds[kind].copy?.(record) ?? copyJson(record);
      arrays.get(kind)?.push(first === organization ? copy : { ...copy, organizationId: organization.id });
    }
  }
  if (arrays.get("authorizations")?.length === 0) arrays.delete("authorizations");
  const state: object = { version: 1, ...Object.fromEntries(arrays) };
  return state as State;
}

// Only a state contains the positions of clock and ids.
function addPositions(organization: OrganizationStore): Organization {
  const { clock: _clock, idPosition: _idPosition, ...described } = organization.record;
  return { ...described, ...positionOf(organization.tools) };
}

/** Where the clock and the ids of a server or an organization stand. */
export type ClockAndIdPosition = Pick<State, "clock" | "idPosition">;

/** Returns the positions that differ from the initial ones. */
export function positionOf({ clock, ids }: OrganizationStore["tools"]): ClockAndIdPosition {
  const position = clock.position();
  return { ...(ids.position > 0 && { idPosition: ids.position }), ...(position && { clock: position }) };
}

/** Moves clock and ids on to their positions in a state. */
export function continueFrom({ clock, ids }: OrganizationStore["tools"], position: ClockAndIdPosition): void {
  ids.advanceTo(position.idPosition ?? 0);
  if (position.clock) clock.moveTo(position.clock);
}

/**
 * Returns a state as JSON, with one record in each line.
 *
 * @throws {@link ControlError} `too_large`
 */
export function serializeState(state: State): string {
  const fields = Object.entries(state).map(([name, value]) => `${JSON.stringify(name)}: ${serializeField(value)}`);
  const text = `{\n  ${fields.join(",\n  ")}\n}\n`;
  // A UTF-16 code unit takes at most three bytes.
  const isSmall = text.length * 3 <= maxStateBytes;
  if (isSmall || new TextEncoder().encode(text).length <= maxStateBytes) return text;
  throw new ControlError("too_large", `Failed to write a state: it is larger than ${maxStateMebibytes} MiB.`);
}

function serializeField(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return JSON.stringify(value);
  return `[\n    ${value.map((record) => JSON.stringify(record)).join(",\n    ")}\n  ]`;
}
