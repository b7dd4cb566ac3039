/** How many of the longer words of a text another one has as well. */
export function sharedWords(text: string, other: string): number {
  return wordsOf(text).intersection(wordsOf(other)).size;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/\w{5,}/g));
}
