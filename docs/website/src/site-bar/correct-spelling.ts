/** Returns a query in lower case. Words that no page contains are replaced by similar ones that some page contains. */
export function correctSpelling(query: string, vocabulary: readonly string[]): string {
  return query
    .toLowerCase()
    .split(/\s+/)
    .map((word) => correctWord(word, vocabulary) ?? word)
    .join(" ");
}

function correctWord(word: string, vocabulary: readonly string[]): string | undefined {
  const maxDistance = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  if (!/^\p{L}+$/u.test(word) || vocabulary.some((known) => known.startsWith(word))) return undefined;
  const candidates = vocabulary
    .filter((known) => Math.abs(known.length - word.length) <= maxDistance)
    .map((known) => ({ known, distance: editDistance(word, known) }))
    .filter(({ distance }) => distance <= maxDistance);
  return candidates.toSorted((one, other) => one.distance - other.distance)[0]?.known;
}

/** Returns how many letters have to be inserted, removed, replaced, or swapped with the next one. */
function editDistance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = at(row - 1, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1);
      let least = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, replaced);
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && isSwapped) least = Math.min(least, at(row - 2, column - 2) + 1);
      rows[row]?.push(least);
    }
  }
  return at(one.length, other.length);
}
