/** Escapes a text for HTML, and the characters that reverse the direction of text or cannot be displayed. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[&<>"'`=]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll(
      /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}
