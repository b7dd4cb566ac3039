/** Writes a value as one line of JSON that cannot close an element or a code fence around it. */
export function writeEscapedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>`\u007F-\u009F\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
