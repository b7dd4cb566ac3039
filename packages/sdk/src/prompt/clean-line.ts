/** Line breaks, control characters and spaces of every kind. */
const space = /[\p{Cc}\p{Z}\s]+/gu;

/** An emoji, which may hold invisible characters, or else an invisible character: marks of direction, joiners, tags, fillers. */
const emojiOrInvisible = /(\p{RGI_Emoji})|[\p{Cf}\p{Default_Ignorable_Code_Point}]/gv;

/**
 * Makes one visible line of an untrusted text: no line breaks, no control characters, nothing that does not show or that
 * changes the direction of what follows. A longer line than allowed is cut between characters and ends in an ellipsis.
 */
export function cleanLine(text: string, length: number): string {
  const line = text.toWellFormed().replace(space, " ").replace(emojiOrInvisible, "$1").replace(space, " ").trim();
  if (line.length <= length) return line;
  const cut = line.slice(0, length - 1).replace(/[\uD800-\uDBFF\u200D]+$/, "");
  return `${cut.trimEnd()}…`;
}
