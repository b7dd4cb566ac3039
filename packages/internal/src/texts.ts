import { isObject } from "./json.ts";

// In UTF-16 code units.
const maxShownLength = 60;

/** Returns a value as one short line for a message: a text in quotes, a number, or the kind of any other value. */
export function showValue(value: unknown): string {
  if (typeof value === "string") return showText(value);
  if (Array.isArray(value)) return "an array";
  if (isObject(value)) return "an object";
  if (typeof value === "function" || typeof value === "symbol") return `a ${typeof value}`;
  return cutText(String(value), maxShownLength);
}

/** Returns a name as it is if it is short and needs no quotes, otherwise in quotes. */
export function showName(name: string): string {
  return name.length <= maxShownLength && /^[\w$.-]+$/.test(name) ? name : showText(name);
}

// Escapes what could look like the end of the line, and what terminals interpret.
function showText(text: string): string {
  const escaped = JSON.stringify(text.slice(0, maxShownLength + 1)).replace(
    /[\x7f-\x9f\u2028\u2029\p{Cf}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return cutText(escaped, maxShownLength);
}

/** Escapes the characters of a text that break a line, reverse its direction or control a terminal. */
export function escapeControlCharacters(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
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
    .replace(/[&<>"'\p{Cc}\p{Bidi_Control}]/gu, (found) => xmlEntities[found] ?? `&#${found.charCodeAt(0)};`);
}

/** Quotes a text as one word of a POSIX shell. A terminal would interpret control characters, so they are escaped. */
export function quoteForShell(text: string): string {
  if (/^[A-Z]+$/.test(text)) return text;
  const isPlain = !/(?![\n\t])\p{Cc}/u.test(text);
  if (isPlain) return `'${text.replaceAll("'", `'\\''`)}'`;
  return `$'${escapeControlCharacters(text.replace(/['\\]/g, "\\$&"))}'`;
}

/** Cuts a text to a number of UTF-16 code units, or to one less if the cut would split a character. */
export function sliceText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "");
}

/** Cuts a text like {@link sliceText}, and ends it with an ellipsis if it was cut. */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${sliceText(text, maxLength - 1)}…`;
}

/** Returns the message of an error, or anything else that was thrown as text. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return "something without a text was thrown";
  }
}

/** Ends a text with a full stop, unless it ends with a question mark. */
export function endSentence(text: string): string {
  return text.endsWith("?") ? text : `${text}.`;
}

/** Returns the summary of an operation or a control as the end of a sentence that begins with "Failed to". */
export function asTask(summary: string): string {
  return summary.charAt(0).toLowerCase() + summary.slice(1);
}

const maxShownProblems = 3;

/** Joins problems to a sentence with at most three of them. */
export function formatProblems(problems: readonly string[]): string {
  const shown = problems.slice(0, maxShownProblems);
  const omitted = problems.length - shown.length;
  if (omitted > 0) shown.push(`and ${omitted.toLocaleString("en")} more`);
  return endSentence(shown.join("; "));
}
