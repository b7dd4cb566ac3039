import { fieldsOf, readBytes } from "@knowledge-base/internal";
import type { Organization } from "../organizations/organization-records.ts";
import type { OrganizationStore } from "../organizations/organization-stores.ts";
import { choices } from "./choices.ts";
import { ControlError } from "./control-error.ts";
import { anyKinds, kindNames } from "./kinds.ts";
import type { State } from "./state.ts";

export function createState(organizations: Iterable<OrganizationStore>): State {
  const arrays = new Map<string, object[]>(kindNames.map((kind) => [kind, []]));
  // In a state, a record without an organization belongs to the first organization that has its brain or installation.
  const owners = { brains: new Map<string, OrganizationStore>(), installations: new Map<string, OrganizationStore>() };
  for (const owner of organizations) {
    arrays.get("organizations")?.push(describe(owner));
    for (const entry of owner.entries()) {
      const { kind, record } = entry;
      if ((kind === "brains" || kind === "installations") && !owners[kind].has(record.id)) {
        owners[kind].set(record.id, owner);
      }
      const { parent, parentId } = anyKinds[kind];
      const first = parent === "organizations" ? owner : owners[parent].get(String(fieldsOf(record)[parentId]));
      arrays.get(kind)?.push(first === owner ? record : { ...record, organizationId: owner.id });
    }
  }
  if (arrays.get("authorizations")?.length === 0) arrays.delete("authorizations");
  const state: object = { version: 1, ...Object.fromEntries(arrays) };
  return state as State;
}

// Adds the positions of clock and ids, which only a state contains.
function describe(organization: OrganizationStore): Organization {
  const { clock: _clock, idPosition: _idPosition, ...described } = organization.record;
  return { ...described, ...positionOf(organization) };
}

/** Where the clock and the ids of a server or an organization stand. */
export type Position = Pick<State, "clock" | "idPosition">;

/** Returns the positions that differ from the initial ones. */
export function positionOf({ clock, ids }: Pick<OrganizationStore, "clock" | "ids">): Position {
  const position = clock.position();
  return { ...(ids.position > 0 && { idPosition: ids.position }), ...(position && { clock: position }) };
}

/** Moves clock and ids on to their positions in a state. */
export function continueFrom({ clock, ids }: Pick<OrganizationStore, "clock" | "ids">, position: Position): void {
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
  const isSmall = text.length * 3 <= choices.stateLimitBytes;
  if (isSmall || new TextEncoder().encode(text).length <= choices.stateLimitBytes) return text;
  throw new ControlError("too_large", `Failed to write a state: it is larger than ${stateLimit}.`);
}

function serializeField(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return JSON.stringify(value);
  return `[\n    ${value.map((record) => JSON.stringify(record)).join(",\n    ")}\n  ]`;
}

const stateLimit = `${choices.stateLimitBytes / 2 ** 20} MiB`;

/**
 * Reads a text in UTF-8.
 *
 * @param declaredSize - number of bytes, if it is known
 * @throws {@link ControlError} `too_large`, or `invalid_input` if the bytes are not UTF-8
 */
export async function readText(stream: ReadableStream<Uint8Array> | null, declaredSize = 0): Promise<string> {
  const limit = choices.stateLimitBytes;
  const { bytes, ended, error } = await readBytes(stream, declaredSize > limit ? 0 : limit);
  if (ended === "too_large") throw new ControlError("too_large", `it is larger than ${stateLimit}`);
  if (ended === "failed") throw error;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ControlError("invalid_input", "it is not UTF-8");
  }
}

/**
 * Parses JSON. The error shows no part of the text, which may be large.
 *
 * @throws {@link ControlError} `invalid_input`
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ControlError("invalid_input", `it is not JSON${locateSyntaxError(text, error)}`);
  }
}

/** Returns where a text is not JSON, to be read after what is wrong; nothing if the error of the platform does not say it. */
export function locateSyntaxError(text: string, error: unknown): string {
  const [, offset] = /at position (\d+)/.exec(String(error)) ?? [];
  if (offset === undefined) return "";
  const lines = text.slice(0, Number(offset)).split("\n");
  return `: syntax error at line ${lines.length} column ${(lines.at(-1) ?? "").length + 1}`;
}
