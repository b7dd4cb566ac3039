const spelling = /\\+(?:u([0-9a-f]{4})|(.))|%(?:25)*([0-9a-f]{2})|&#(?:x([0-9a-f]{1,6})|(\d{1,7}));|&(\w+);/gis;

/** The names of visible ASCII characters in HTML, each before its character. */
const names =
  "excl! quot\" num# dollar$ percnt% amp& apos' lpar( rpar) ast* midast* plus+ comma, period. sol/ colon: semi; lt< " +
  "equals= gt> quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] hat^ lowbar_ underbar_ grave` lcub{ lbrace{ verbar| " +
  "vert| rcub} rbrace}";
const entities = new Map(names.split(" ").map((entity) => [entity.slice(0, -1), entity.slice(-1)]));

/** Replaces the escapes of JSON, URLs and HTML by the characters that they spell. */
export function decodeEscapes(text: string): string {
  return text.replaceAll(spelling, (...match) => readSpelling(match));
}

/** A UTF-16 code unit, and where its spelling begins in the text. */
export interface DecodedCharacter {
  readonly character: string;
  readonly start: number;
}

/** Replaces the escapes among the characters of a text by the characters that they spell. */
export function decodeCharacters(encoded: readonly DecodedCharacter[]): DecodedCharacter[] {
  const text = encoded.map(({ character }) => character).join("");
  const decoded: DecodedCharacter[] = [];
  let end = 0;
  for (const match of text.matchAll(spelling)) {
    decoded.push(...encoded.slice(end, match.index));
    const { start } = encoded[match.index] as DecodedCharacter;
    for (const character of readSpelling(match).split("")) decoded.push({ character, start });
    end = match.index + match[0].length;
  }
  return [...decoded, ...encoded.slice(end)];
}

function readSpelling([whole = "", unicode, escaped, percent, hex, decimal, name]: readonly string[]): string {
  if (escaped !== undefined) return escaped;
  const digits = unicode ?? percent ?? hex;
  if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  return entities.get(name?.toLowerCase() ?? "") ?? whole;
}
