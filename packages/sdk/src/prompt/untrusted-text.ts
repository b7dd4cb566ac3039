import { sliceText } from "@knowledge-base/internal";

/**
 * An emoji, which may contain invisible characters, or an invisible character: a direction mark, joiner, tag, filler or
 * noncharacter. `\p{RGI_Emoji}` would match the same emoji, but takes a hundred times longer.
 */
const emojiOrInvisible =
  // Stryker disable next-line Regex: negating a property of strings is a syntax error
  /(\p{RGI_Emoji_Tag_Sequence}|[0-9#*]\uFE0F\u20E3|\p{ExtPict}[\p{EMod}\uFE0F]?(?:\u200D\p{ExtPict}[\p{EMod}\uFE0F]?)*)|[\p{Cf}\p{DI}\p{NChar}]/gv;

/** Line breaks other than that of Markdown. */
const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Control characters other than tabs and line breaks. */
const control = /[^\P{Cc}\t\n]/gu;

/**
 * Returns a text with its lines, but without control characters, invisible characters and those that change the direction of
 * text. Only emoji keep theirs.
 */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(emojiOrInvisible, "$1").replace(lineBreak, "\n").replace(control, " ");
}

/** Part of a text that may be invisible. */
const cutFactor = 50;

/** Returns a clean text as one line. A longer line is cut between characters and ends in an ellipsis. */
export function cleanLine(text: string, maxLength: number): string {
  // Cutting first keeps the cost independent of the length of the text.
  const line = joinLines(text.slice(0, maxLength * cutFactor));
  if (line.length <= maxLength) return line;
  // Cutting through an emoji can leave an invisible character at the end.
  return `${joinLines(sliceText(line, maxLength - 1))}…`;
}

function joinLines(text: string): string {
  return cleanText(text)
    .replace(/[\p{Z}\s]+/gu, " ")
    .trim();
}

/** Writes JSON that cannot close a tag or a code fence around it. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>`]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}
