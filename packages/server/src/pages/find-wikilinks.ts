/** Returns the distinct slugs to which a Markdown body links: `[[slug]]`, `[[slug#part]]` or `[[slug|shown text]]`. */
export function findWikilinks(body: string): string[] {
  const slugs = Array.from(body.matchAll(/\[\[([^\][|#]+)(?:[|#][^\][]*)?\]\]/g), ([, slug = ""]) => slug.trim());
  return Array.from(new Set(slugs.filter((slug) => slug !== "")));
}
