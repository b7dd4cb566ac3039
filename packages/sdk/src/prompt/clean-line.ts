/** Line breaks, control characters and spaces of every kind. */
const space = /[\p{Cc}\p{Z}\s]+/gu;

/**
 * An emoji, which may contain invisible characters, or an invisible character: a direction mark, joiner, tag, filler or
 * noncharacter. `\p{RGI_Emoji}` would match the same emoji, but takes a hundred times longer.
 */
const emojiOrInvisible =
  // Stryker disable next-line Regex: negating a property of strings is a syntax error
  /(\p{RGI_Emoji_Tag_Sequence}|[0-9#*]\uFE0F\u20E3|\p{ExtPict}[\p{EMod}\uFE0F]?(?:\u200D\p{ExtPict}[\p{EMod}\uFE0F]?)*)|[\p{Cf}\p{DI}\p{NChar}]/gv;

/**
 * Turns an untrusted text into one visible line, without line breaks, control characters, invisible characters and those
 * that change the direction of text. A longer line is cut between characters and ends in an ellipsis.
 */
export function cleanLine(text: string, maxLength: number): string {
  const line = keepVisible(text.toWellFormed());
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "");
  // Cutting through an emoji can leave an invisible character at the end.
  return `${keepVisible(cut)}…`;
}

function keepVisible(text: string): string {
  return text.replace(emojiOrInvisible, "$1").replace(space, " ").trim();
}
