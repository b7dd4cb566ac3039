import { sliceText } from "@knowledge-base/internal";
import { limits } from "@knowledge-base/types/internal";
import { choices } from "../state/choices.ts";

// Letters of Latin scripts that have no form of a letter with a mark.
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

// A heading of Markdown: a line that begins with number signs, or one above a line of equals signs or hyphens.
const heading = /^ {0,3}#{1,6}([ \t].*)?$|^[^\n]*\n {0,3}(=+|-+)[ \t]*$/gm;

/** Returns the first paragraph of a body that isn't a heading, cut to the length of a summary in the index. */
export function summarize(body: string): string {
  const [paragraph = ""] = body
    .replaceAll(heading, "\n")
    .trim()
    .split(/\n\s*\n/);
  return sliceText(paragraph.trim().replaceAll(/\s+/g, " "), limits.maxIndexSummaryLength);
}

/** Returns the distinct slugs to which a Markdown body links: `[[slug]]`, `[[slug#part]]` or `[[slug|shown text]]`. */
export function findWikilinks(body: string): string[] {
  const slugs = Array.from(body.matchAll(/\[\[([^\][|#]+)(?:[|#][^\][]*)?\]\]/g), ([, slug = ""]) => slug.trim());
  return Array.from(new Set(slugs.filter((slug) => slug !== "")));
}
