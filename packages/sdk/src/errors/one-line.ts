import { cutText } from "@knowledge-base/internal";

/** Line breaks, control characters, and characters that change the direction of text. */
const unsafeCharacters = /[\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

/**
 * Turns a text of the service or of a caller into one line of limited length, so that it cannot forge lines of a log.
 * Secrets are searched afterwards: a removed character could put the parts of one together.
 */
export function toOneLine(text: string, maxLength: number): string {
  // Cutting first keeps the cost independent of the length of the text.
  const line = text.slice(0, maxLength + 1).replace(unsafeCharacters, " ");
  return cutText(line, maxLength).toWellFormed();
}
