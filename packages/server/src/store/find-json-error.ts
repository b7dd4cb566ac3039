const quote = 0x22;
const backslash = 0x5c;

/** What may follow, at a position outside of strings. */
type Expected = "value" | "value or ]" | "key or }" | "key" | "colon" | "separator";

const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A literal that the text ends within. */
const cutLiteral = /(?:t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?|-|-?(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?))$/y;

/**
 * Returns the position of the first token that does not continue a JSON text, or of the first wrong character of a string;
 * the length of the text if only its end is missing, and undefined if it is complete. `JSON.parse` is much faster, but reports positions on some errors only.
 */
export function findJsonError(text: string): number | undefined {
  const closers: string[] = [];
  let expected: Expected = "value";
  let position = 0;
  for (;;) {
    position = skipWhitespace(text, position);
    if (position === text.length) return closers.length === 0 && expected === "separator" ? undefined : position;
    const character = text.charAt(position);
    if (character === closers.at(-1) && (expected === "separator" || expected.endsWith(character))) {
      closers.pop();
      expected = "separator";
    } else if (expected === "separator") {
      if (character !== "," || closers.length === 0) return position;
      expected = closers.at(-1) === "}" ? "key" : "value";
    } else if (expected === "colon") {
      if (character !== ":") return position;
      expected = "value";
    } else if (character === '"') {
      const end = findStringEnd(text, position);
      if (text.charCodeAt(end) !== quote) return end;
      expected = expected.startsWith("key") ? "colon" : "separator";
      position = end;
    } else if (expected.startsWith("key")) {
      return position;
    } else if (character === "{" || character === "[") {
      closers.push(character === "{" ? "}" : "]");
      expected = character === "{" ? "key or }" : "value or ]";
    } else {
      const end = matchEnd(literal, text, position);
      if (end === undefined) return matchEnd(cutLiteral, text, position) ?? position;
      // "-" and "1." are literals only as far as they go.
      position = end - 1;
      expected = "separator";
    }
    position += 1;
  }
}

function matchEnd(pattern: RegExp, text: string, position: number): number | undefined {
  pattern.lastIndex = position;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function skipWhitespace(text: string, start: number): number {
  let position = start;
  while (" \n\r\t".includes(text.charAt(position)) && position < text.length) position += 1;
  return position;
}

/** Returns the position of the quote that ends a string, or else that of the error in it. */
function findStringEnd(text: string, start: number): number {
  let position = start + 1;
  for (;;) {
    const code = text.charCodeAt(position);
    if (code === quote || code < 0x20 || position >= text.length) return position;
    if (code === backslash) {
      const end = findEscapeError(text, position);
      if (end !== undefined) return end;
      position += text.charAt(position + 1) === "u" ? 5 : 1;
    }
    position += 1;
  }
}

function findEscapeError(text: string, start: number): number | undefined {
  const escaped = text.charAt(start + 1);
  if (escaped === "" || !'"\\/bfnrtu'.includes(escaped)) return start + 1;
  if (escaped !== "u") return undefined;
  for (let position = start + 2; position < start + 6; position += 1) {
    if (!/[\da-f]/i.test(text.charAt(position))) return position;
  }
  return undefined;
}
