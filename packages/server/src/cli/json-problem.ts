/** How much V8 shows of a text before the token that it did not expect. */
const shownBefore = 10;

/**
 * Tells why a text is no JSON, and where, without a word of the text itself: a state file holds API keys, and what V8 says
 * may quote one.
 */
export function jsonProblem(text: string, { message }: SyntaxError): string {
  const [, what, isCut, shown = ""] = /^(.*?), (\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(message) ?? [];
  if (what === undefined) return message;
  const start = isCut ? text.indexOf(shown) : -1;
  const isPlain = start >= 0 && start === text.lastIndexOf(shown);
  return isPlain ? `${what} (${placeOf(text.slice(0, start + shownBefore))})` : what;
}

function placeOf(before: string): string {
  const lines = before.split("\n");
  return `line ${lines.length} column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
