import { readFileSync } from "node:fs";

const headings = readFileSync("docs/specification.md", "utf8").matchAll(/^#{2,3} ((\d+(?:\.\d+)?).*)$/gm);
const titles = new Map(Array.from(headings, ([, title = "", section = ""]) => [section, title]));

/** Returns the heading of a section in `docs/specification.md`, such as `4.1 Update a binding`. */
export function specificationTitle(section: string): string {
  const title = titles.get(section);
  if (title === undefined) throw new Error(`The specification has no section ${section}`);
  return title;
}

/** Returns the anchor of a section, as GitHub and the site create it, such as `41-update-a-binding`. */
export function specificationAnchor(section: string): string {
  return specificationTitle(section)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}

/** A part of a text: what lies between two references to sections, or the number of a section that is referred to. */
export interface TextPart {
  readonly text: string;
  readonly section?: string;
}

const reference = /(?<=Specification, sections? (?:[\d.]+(?:, | and ))*)\d+(?:\.\d+)?/g;

/** Splits a text at the sections in its references, such as `Specification, sections 2.1 and 3`. */
export function splitAtSections(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: section, index } of text.matchAll(reference)) {
    parts.push({ text: text.slice(end, index) }, { text: section, section });
    end = index + section.length;
  }
  return [...parts, { text: text.slice(end) }];
}

/** Makes Markdown links of the sections that a text refers to. */
export function linkSpecification(text: string, path: string): string {
  return splitAtSections(text)
    .map((part) => (part.section ? `[${part.text}](${path}#${specificationAnchor(part.section)})` : part.text))
    .join("");
}
