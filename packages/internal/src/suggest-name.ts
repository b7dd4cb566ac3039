/** Returns advice for an unknown name, to be read after it: the name that was probably meant, otherwise all names. */
export function suggestName(name: string, known: readonly string[], noun: string): string {
  if (known.length === 0) return `there are no ${noun}s`;
  const closest = findClosestName(name, known);
  return closest === undefined ? `the ${noun}s are ${known.join(", ")}` : `did you mean ${closest}?`;
}

/**
 * Returns the name that a misspelled one probably stands for: the name that differs in the shortest part, if the part is at most a third of
 * the name. Case doesn't matter.
 */
export function findClosestName(name: string, names: readonly string[]): string | undefined {
  const [closest] = names
    .map((candidate) => ({ candidate, length: differingLength(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, length }) => length <= Math.max(name.length, candidate.length) / 3)
    .sort((left, right) => left.length - right.length);
  return closest?.candidate;
}

// Returns the length of the part in which two texts differ. Two swapped characters count as one.
function differingLength(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const one = left.slice(start, left.length - end);
  const other = right.slice(start, right.length - end);
  const isSwapped = one.length === 2 && one === `${other[1]}${other[0]}`;
  return isSwapped ? 1 : Math.max(one.length, other.length);
}
