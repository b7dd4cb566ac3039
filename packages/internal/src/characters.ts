// The characters that a text of somebody else must not bring into a log, a terminal, a prompt or a question. Each of the expressions is
// only for `replace` and `search`, because it has the flag `g`.

/** Control characters, except tabs and line breaks, which texts of several lines have. */
export const controlCharacters = /(?![\t\n])\p{Cc}/gu;

/** Break a line, control a terminal, or reorder the text around them. Without joiners, which letters and emoji need. */
export const disruptiveCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Only a model reads them: direction marks, joiners, tags, fillers and noncharacters. Emoji fall apart without them. */
export const invisibleCharacters = /[\p{Cf}\p{DI}\p{NChar}]/gu;

/** Look like a space, and aren't one. */
export const blankCharacters = /\u2800|(?! )\p{Zs}/gu;
