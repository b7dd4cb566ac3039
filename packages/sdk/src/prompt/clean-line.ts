/** Line breaks, control characters and spaces of every kind. */
const space = /[\p{Cc}\p{Z}\s]+/gu;

/**
 * An emoji, which may hold invisible characters, or else what does not show: marks of direction, joiners, tags, fillers,
 * code points that are no characters. `\p{RGI_Emoji}` would say the same of emoji, and take a hundred times longer.
 */
const emojiOrInvisible =
  /(\p{RGI_Emoji_Tag_Sequence}|[0-9#*]\uFE0F\u20E3|\p{ExtPict}[\p{EMod}\uFE0F]?(?:\u200D\p{ExtPict}[\p{EMod}\uFE0F]?)*)|[\p{Cf}\p{DI}\p{NChar}]/gv;

/**
 * Makes one visible line of an untrusted text: no line breaks, no control characters, nothing that does not show or that
 * changes the direction of what follows. A longer line than allowed is cut between characters and ends in an ellipsis.
 */
export function cleanLine(text: string, length: number): string {
  const line = visibleLine(text.toWellFormed());
  if (line.length <= length) return line;
  const cut = line.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "");
  // Half of an emoji may end in what the whole was allowed to hold.
  return `${visibleLine(cut)}…`;
}

function visibleLine(text: string): string {
  return text.replace(emojiOrInvisible, "$1").replace(space, " ").trim();
}
