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

// The sections in references such as `Specification, sections 2.1 and 3`.
const references = /(?<=Specification, sections? (?:[\d.]+(?:, | and ))*)\d+(?:\.\d+)?/g;

/** Makes Markdown links of the sections that a text refers to. */
export function linkSpecification(text: string, path: string): string {
  return text.replaceAll(references, (section) => `[${section}](${path}#${specificationAnchor(section)})`);
}
