import { globSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

/** The documents of the site, as paths from the root of the repository. */
export const documents: readonly string[] = globSync([
  "docs/*.md",
  "docs/{decisions,guides,operations,reference}/*.md",
  "examples/README.md",
  "examples/*/README.md",
  "{CHANGELOG,CONTRIBUTING,SECURITY}.md",
]).toSorted();

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

/** Returns the address of the page of a document, below that of the site and without a slash at its end. */
export function routeOf(document: string): string {
  return pageOf(document).replace(/\/index$/, "");
}

/** The ids of the operations, which are the names of their documents. */
export const operations: readonly string[] = documents
  .filter((path) => /\/operations\/\w+\.\w+\.md$/.test(path))
  .map((path) => basename(path, ".md"));

/** Pages that have a new address, by the old names of guides. */
const movedGuides = {
  "calling-the-service": "guides/make-calls",
  comparison: "guides/test-your-code",
  "custom-operations": "guides/custom-operations-and-drift",
  "error-catalogue": "reference/error-messages",
  errors: "guides/handle-errors",
  "faults-clock-and-journal": "guides/break-things",
  "frameworks-and-runtimes": "guides/use-your-framework",
  "getting-started": "guides/quick-start",
  "migrating-from-msw-handlers": "guides/test-your-code",
  "oauth-end-to-end": "guides/connect-a-workspace",
  organizations: "guides/test-your-code",
  performance: "guides/use-your-framework",
  recipes: "guides/use-your-framework",
  "retries-timeouts-and-deadlines": "guides/retries-and-timeouts",
  "runtime-matrix": "guides/use-your-framework",
  "scaling-out": "examples/durable-objects",
  security: "guides/ship-it",
  "state-format": "reference/state-format",
  "test-data": "guides/test-your-code",
  testing: "guides/test-your-code",
  "the-inspector": "guides/run-the-server",
  "the-prompt-index-in-a-prompt": "guides/prompts-and-agents",
  "the-server-command": "guides/run-the-server",
  "the-server-from-another-language": "guides/run-the-server",
  "tools-for-agents": "guides/prompts-and-agents",
  troubleshooting: "reference/error-messages",
  "validation-and-drift": "guides/custom-operations-and-drift",
  versioning: "guides/ship-it",
};

const moved = Object.values(movedGuides).find((path) => !documents.map(routeOf).includes(path));
if (moved) throw new Error(`There is no page ${moved}: correct the list of pages that have a new address.`);

/** The new paths of pages, by their old ones. */
export const movedPages: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(movedGuides).map(([name, path]) => [`guides/${name}`, path]),
  ...operations.map((id) => [`operations/${id}`, pageOf(`operations/${id}`)]),
]);
