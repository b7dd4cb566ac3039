// The characters that a text of somebody else must not bring into a log, a terminal, a prompt or a question. Each of the expressions is
// only for `replace` and `search`, because it has the flag `g`.

/** Control characters, except tabs and line breaks, which texts of several lines have. */
export const controlCharacters = /(?![\t\n])\p{Cc}/gu;

/** Break a line, control a terminal, or reorder the text around them. Without joiners, which letters and emoji need. */
export const disruptiveCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Only a model reads them: direction marks, joiners, tags, fillers and noncharacters. Emoji fall apart without them. */
export const invisibleCharacters = /[\p{Cf}\p{DI}\p{NChar}]/gu;

// Look like a space, and aren't one.
const blankCharacters = /\u2800|(?! )\p{Zs}/gu;

/** Escapes the disruptive characters of a text for a terminal or a log. JSON stays the same JSON. */
export function escapeControlCharacters(text: string): string {
  return text.replace(disruptiveCharacters, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Escapes everything in a text that a person wouldn't see or would take for a space, or that changes the order of the rest. */
export function escapeInvisible(text: string): string {
  const show = (found: string) => `\\u{${found.codePointAt(0)?.toString(16)}}`;
  return text.replace(disruptiveCharacters, show).replace(invisibleCharacters, show).replace(blankCharacters, show);
}

const xmlEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/**
 * Escapes a text for an element or an attribute of XML or HTML. XML forbids most control characters, and a terminal may show the
 * document.
 */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}")
    .replace(/[&<>"']/g, (found) => xmlEntities[found] as string)
    .replace(disruptiveCharacters, (found) => `&#${found.charCodeAt(0)};`);
}

/** Quotes a text as one word of a POSIX shell. A terminal would interpret control characters, so they are escaped. */
export function quoteForShell(text: string): string {
  if (/^[A-Z]+$/.test(text)) return text;
  const isPlain = text.search(controlCharacters) === -1;
  if (isPlain) return `'${text.replaceAll("'", `'\\''`)}'`;
  return `$'${escapeControlCharacters(text.replace(/['\\]/g, "\\$&"))}'`;
}
