/** Returns the first characters of a text, which are Unicode code points. */
export function takeCharacters(text: string, count: number): string {
  return Array.from(text).slice(0, count).join("");
}
