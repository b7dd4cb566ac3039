import { globSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** The documents of the site, as paths from the root of the repository. */
export const documents: readonly string[] = globSync([
  "docs/*.md",
  "docs/{decisions,guides,operations,reference}/*.md",
  "examples/README.md",
  "examples/*/README.md",
  "{CHANGELOG,CONTRIBUTING,SECURITY}.md",
])
  .map((path) => path.replaceAll(sep, "/"))
  .toSorted();

/** The documents that the client contains, for readers and agents without the site. */
export const packedDocuments: readonly string[] = documents.filter((path) =>
  /^docs\/(guides|operations|reference|specification(-choices)?\.md)/.test(path),
);

/** Folder from which Starlight reads the pages. */
export const contentFolder = "docs/website/src/content/docs";

/** Shows Starlight the documents where they are, by links in its folder. */
export function linkDocuments(): void {
  const stale = globSync(`${contentFolder}/*`).filter((path) => !path.endsWith(".mdx"));
  for (const path of stale) rmSync(path, { recursive: true });
  for (const document of documents) {
    const path = join(contentFolder, `${pageOf(document)}.md`);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(relative(dirname(path), document), path);
  }
}

/** Returns the path of a document in the site, such as `operations/pages-archive`, or `examples/index` for a README. */
export function pageOf(document: string): string {
  return document
    .replace(/^docs\//, "")
    .replace(/\.md$/, "")
    .replace(/README$/, "index")
    .replaceAll(/\.|(?=[A-Z][a-z])/g, "-")
    .toLowerCase();
}

/** Returns the address of the page of a document, below the site's address and without a slash at its end. */
export function routeOf(document: string): string {
  return pageOf(document).replace(/\/index$/, "");
}
