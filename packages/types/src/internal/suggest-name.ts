/** Returns advice for a name that is not known, to be read after it: the name that was probably meant, otherwise all names. */
export function suggestName(name: string, known: readonly string[], noun: string): string {
  const closest = findClosestName(name, known);
  return closest === undefined ? `the ${noun}s are ${known.join(", ")}` : `did you mean ${closest}?`;
}

/**
 * Returns the name that a misspelt one probably stands for: one that differs only in case, otherwise the one with the
 * fewest inserted, removed, replaced or swapped characters, if they are at most a third of the name and at most three.
 */
export function findClosestName(name: string, names: readonly string[]): string | undefined {
  const [closest] = names
    .filter((candidate) => Math.abs(candidate.length - name.length) <= 3)
    .map((candidate) => ({ candidate, edits: countEdits(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= Math.min(3, Math.max(name.length, candidate.length) / 3))
    .sort((left, right) => left.edits - right.edits);
  return closest?.candidate;
}

/** Counts the edits that turn one text into another. No part of a text is changed twice. */
function countEdits(left: string, right: string): number {
  // The number of edits between the first characters of both texts, by their numbers.
  const counts = [Array.from({ length: right.length + 1 }, (_, column) => column)];
  const countAt = (row: number, column: number) => counts[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= left.length; row += 1) {
    counts[row] = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = left[row - 1] === right[column - 1] ? 0 : 1;
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      (counts[row] as number[])[column] = Math.min(
        countAt(row - 1, column) + 1,
        countAt(row, column - 1) + 1,
        countAt(row - 1, column - 1) + replaced,
        isSwapped ? countAt(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return countAt(left.length, right.length);
}
