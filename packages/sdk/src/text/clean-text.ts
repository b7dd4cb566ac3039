import { controlCharacters, invisibleCharacters } from "@knowledge-base/internal/escaping";
import { sliceText } from "@knowledge-base/internal/texts";

// Line breaks that Markdown doesn't use.
const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Returns a text for a model: with its lines, but without control characters and invisible ones. Emoji lose the joiners between
 * their parts.
 */
export function cleanText(text: string): string {
  const visible = text.toWellFormed().replace(invisibleCharacters, "");
  return visible.replace(lineBreak, "\n").replace(controlCharacters, " ");
}

/** Returns a clean text as one line. A longer line is cut between characters and ends in an ellipsis. */
export function cleanLine(text: string, maxLength: number): string {
  const line = cleanText(text)
    .replace(/[\p{Z}\s]+/gu, " ")
    .trim();
  return line.length <= maxLength ? line : `${sliceText(line, maxLength - 1).trimEnd()}…`;
}
