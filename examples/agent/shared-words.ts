/** How many of the longer words of a text another one has as well. */
export function sharedWords(text: string, other: string): number {
  const others = wordsOf(other);
  return [...wordsOf(text)].filter((word) => others.has(word)).length;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/\w{5,}/g));
}
