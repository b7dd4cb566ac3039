/** Nobody misspells a name in more places. */
const maxEdits = 3;

/**
 * Returns the name that a misspelt one probably stands for: one that differs only in case, otherwise the one with the
 * fewest inserted, removed, replaced or swapped characters, if they are at most a third of the name and at most three.
 */
export function findClosestName(name: string, names: readonly string[]): string | undefined {
  for (let edits = 0; edits <= maxEdits; edits += 1) {
    const closest = names.find((candidate) => {
      const length = Math.max(name.length, candidate.length);
      const isPossible = edits <= length / 3 && Math.abs(name.length - candidate.length) <= edits;
      return isPossible && canEdit(name.toLowerCase(), candidate.toLowerCase(), edits);
    });
    if (closest !== undefined) return closest;
  }
  return undefined;
}

/** Returns whether at most so many edits turn one text into another. No part of a text is changed twice. */
function canEdit(left: string, right: string, edits: number): boolean {
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  const [leftRest, rightRest] = [left.slice(start), right.slice(start)];
  if (leftRest === rightRest) return true;
  const canEditAfter = (leftCount: number, rightCount: number) =>
    canEdit(leftRest.slice(leftCount), rightRest.slice(rightCount), edits - 1);
  const isSwapped = leftRest.length > 1 && leftRest[0] === rightRest[1] && leftRest[1] === rightRest[0];
  return (
    edits > 0 && (canEditAfter(1, 1) || canEditAfter(1, 0) || canEditAfter(0, 1) || (isSwapped && canEditAfter(2, 2)))
  );
}
