/**
 * An emoji, which may contain invisible characters, or an invisible character: a direction mark, joiner, tag, filler or
 * noncharacter. `\p{RGI_Emoji}` would match the same emoji, but takes a hundred times longer.
 */
const emojiOrInvisible =
  // Stryker disable next-line Regex: negating a property of strings is a syntax error
  /(\p{RGI_Emoji_Tag_Sequence}|[0-9#*]\uFE0F\u20E3|\p{ExtPict}[\p{EMod}\uFE0F]?(?:\u200D\p{ExtPict}[\p{EMod}\uFE0F]?)*)|[\p{Cf}\p{DI}\p{NChar}]/gv;

/** Removes invisible characters and those that change the direction of text, but not those inside of an emoji. */
export function removeInvisible(text: string): string {
  return text.replace(emojiOrInvisible, "$1");
}
