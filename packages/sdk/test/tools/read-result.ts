/** Reads the result of a tool back from its text, and throws if the text is not one element with one line of JSON. */
export function readResult(text: string): unknown {
  const match = /^<knowledge-base-result tool="[\w-]+">\n(.*)\n<\/knowledge-base-result>$/u.exec(text);
  const [, json = ""] = match ?? [];
  if (/[<>`\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(json)) throw new Error(`The result could end its element: ${text}`);
  if (!match) throw new Error(`Not a result: ${text}`);
  return JSON.parse(json);
}

/** Reads the message of an error back from its text, and throws if the text is not advice and one element in one line. */
export function readError(text: string): string {
  const match =
    /^[\w ,.:'-]+ <knowledge-base-error code="\w+">([^<>\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*)<\/knowledge-base-error>$/u.exec(
      text,
    );
  if (!match) throw new Error(`Not an error: ${text}`);
  return match[1] ?? "";
}
