/** In UTF-16 code units. Nobody misspells a short name as one that is longer. */
const maxNameLength = 64;

/**
 * Returns the name that a misspelt one probably stands for: one that differs only in case, otherwise the one with the
 * fewest inserted, removed, replaced or swapped characters, if they are at most a third of the name and at most three.
 */
export function findClosestName(name: string, names: readonly string[]): string | undefined {
  if (name.length > maxNameLength) return undefined;
  const lowerName = name.toLowerCase();
  let closest: string | undefined;
  let smallest = Number.POSITIVE_INFINITY;
  for (const candidate of names) {
    const lowerCandidate = candidate.toLowerCase();
    const limit = Math.min(3, Math.floor(Math.max(name.length, candidate.length) / 3));
    if (Math.abs(name.length - candidate.length) > limit) continue;
    const distance = countEdits(lowerName, lowerCandidate);
    if (distance <= limit && distance < smallest) {
      smallest = distance;
      closest = candidate;
    }
  }
  return closest;
}

/** The Damerau-Levenshtein distance in which no part of a text is changed twice. */
function countEdits(left: string, right: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    const at = (cells: readonly number[], column: number) => cells[column] as number;
    for (let column = 1; column <= right.length; column += 1) {
      const isEqual = left[row - 1] === right[column - 1];
      const isSwapped = row > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (isEqual ? 0 : 1),
        isSwapped ? at(beforePrevious, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[right.length] as number;
}
