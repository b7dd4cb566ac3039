import { slugify } from "../slugify.ts";
import { completeRecord, type RecordInputs, unrelatedContext } from "../store/record-defaults.ts";
import type { StateArrays } from "../store/state-schemas.ts";

/** Fields of a record. Those that are left out or undefined get defaults. */
export type Overrides<Input> = { readonly [Field in keyof Input]?: Input[Field] | undefined };

/** Returns a complete record: the overrides, then the fields that a factory adds, then the defaults of a state. */
export function complete<Name extends keyof StateArrays>(
  name: Name,
  added: RecordInputs[Name],
  overrides: Overrides<RecordInputs[Name]>,
): StateArrays[Name][number] {
  const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  return completeRecord(name, { ...added, ...given } as RecordInputs[Name], unrelatedContext);
}

/** Returns the id of a record that none is given for: its kind and, if it has a name, the name as a slug. */
export function deriveId(kind: string, name: unknown): string {
  return typeof name === "string" && name !== "" ? `${kind}_${slugify(name)}` : kind;
}
