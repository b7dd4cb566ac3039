import { showValue } from "@knowledge-base/types/internal";
import { completeRecord, isFields, unrelated } from "../records/complete.ts";
import type { KindName, RecordInputs, Records, StateInput } from "../records/record-types.ts";
import { slugify } from "../slugify.ts";

/** A record of an array of a seed. */
type SeedRecord<Name extends Exclude<keyof StateInput, "version" | "idPosition">> = NonNullable<
  StateInput[Name]
>[number];

/** Fields of a record. Omitted and undefined fields get defaults. */
export type Overrides<Name extends Exclude<keyof StateInput, "version" | "idPosition">> = {
  readonly [Field in keyof SeedRecord<Name>]?: SeedRecord<Name>[Field] | undefined;
};

/**
 * Returns a complete record: the overrides, then the fields that a factory adds, then the defaults of a state.
 *
 * @param add - returns the fields that the factory adds
 * @throws TypeError if the overrides are no object
 */
export function complete<Name extends KindName>(
  name: Name,
  add: (overrides: Overrides<Name>) => RecordInputs[Name],
  overrides: Overrides<Name>,
): Records[Name] {
  if (!isFields(overrides)) {
    throw new TypeError(
      `Failed to make a record of ${name}: the fields must be an object (got ${showValue(overrides)}).`,
    );
  }
  const added = add(overrides);
  const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  return completeRecord(name, { ...added, ...given } as RecordInputs[Name], unrelated);
}

/** Returns the id of a record that none is given for: its kind and, if it has a name, the name as a slug. */
export function deriveId(kind: string, name: unknown): string {
  return typeof name === "string" && name !== "" ? `${kind}_${slugify(name)}` : kind;
}
