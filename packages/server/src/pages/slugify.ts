import { choices } from "../state/choices.ts";

/** Letters of Latin scripts that have no form of a letter with a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ı: "i",
  ŋ: "ng",
};

/**
 * Creates a slug from a title: lower-case ASCII letters and digits, with a hyphen between two words. `Tide table` becomes
 * `tide-table`. A title without any becomes `page`.
 */
export function slugify(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłħıŋ]/g, (letter) => plainLetters[letter] ?? "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, choices.slugLength)
    .replace(/-$/, "");
  return slug === "" ? "page" : slug;
}
