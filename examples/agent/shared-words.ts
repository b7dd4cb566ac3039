/** How many of the words of a text another one has as well, of those with five letters or more. */
export function sharedWords(text: string, other: string): number {
  const others = wordsOf(other);
  return [...wordsOf(text)].filter((word) => others.has(word)).length;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{5,}/gu));
}
