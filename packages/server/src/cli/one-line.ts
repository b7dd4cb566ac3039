/** Spells out the characters of a text that would break or turn round its line, or command a terminal. */
export function oneLine(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
