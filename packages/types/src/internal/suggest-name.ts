import { findClosestName } from "./closest-name.ts";

/** Returns advice for a name that is not known, to be read after it: the name that was probably meant, otherwise all names. */
export function suggestName(name: string, known: readonly string[], noun: string): string {
  const closest = findClosestName(name, known);
  return closest === undefined ? `the ${noun}s are ${known.join(", ")}` : `did you mean ${closest}?`;
}
