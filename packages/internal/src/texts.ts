import { escapeInvisible } from "./escaping.ts";
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

function showText(text: string): string {
  return cutText(escapeInvisible(JSON.stringify(text.slice(0, maxShownLength + 1))), maxShownLength);
}

/** Cuts a text to a number of UTF-16 code units, or to one less if the cut would split a character. */
export function sliceText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "");
}

/** Cuts a text like {@link sliceText}, and ends it with an ellipsis if it was cut. */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${sliceText(text, maxLength - 1)}…`;
}

/** Copies a text that was cut: engines keep the whole text in memory as long as a part of it. */
export function detach(text: string): string {
  return JSON.parse(JSON.stringify(text));
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

/** Returns a text as the middle of a sentence, for example the message of another error. */
export function withoutFullStop(text: string): string {
  return text.replace(/\.$/, "");
}

const maxShownProblems = 3;

/** Joins problems to a sentence with at most three of them. */
export function formatProblems(problems: readonly string[]): string {
  const shown = problems.slice(0, maxShownProblems);
  const omitted = problems.length - shown.length;
  if (omitted > 0) shown.push(`and ${omitted.toLocaleString("en")} more`);
  return endSentence(shown.join("; "));
}
