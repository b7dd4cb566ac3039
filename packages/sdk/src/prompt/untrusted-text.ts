import { sliceText } from "@knowledge-base/internal";

/** Direction marks, joiners, tags, fillers and noncharacters. */
export const invisible = /[\p{Cf}\p{DI}\p{NChar}]/gu;

// Line breaks that Markdown doesn't use.
const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

// Control characters other than tabs and line breaks.
const control = /[^\P{Cc}\t\n]/gu;

/** Returns a text with its lines, but without control characters and invisible ones. Emoji lose the joiners between their parts. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(invisible, "").replace(lineBreak, "\n").replace(control, " ");
}

/** Returns a clean text as one line. A longer line is cut between characters and ends in an ellipsis. */
export function cleanLine(text: string, maxLength: number): string {
  const line = cleanText(text)
    .replace(/[\p{Z}\s]+/gu, " ")
    .trim();
  return line.length <= maxLength ? line : `${sliceText(line, maxLength - 1).trimEnd()}…`;
}

/** Writes JSON that can't close a tag or a code fence around it. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>`]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}
