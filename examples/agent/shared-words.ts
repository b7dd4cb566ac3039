/** Counts the words of five letters or more that two texts have in common. */
export function sharedWords(text: string, other: string): number {
  const others = wordsOf(other);
  return [...wordsOf(text)].filter((word) => others.has(word)).length;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{5,}/gu));
}
