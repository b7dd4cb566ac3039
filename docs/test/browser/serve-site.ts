import { existsSync, globSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll } from "vitest";
import { previewSite } from "../../website/generator/preview-site.ts";

/** Folder into which `npm run docs` builds the site. */
export const siteFolder = resolve("docs/site");

/** Returns the files of the site that match, without those of the playground. */
export function filesOf(pattern: string): readonly string[] {
  requireSite();
  return globSync(pattern, { cwd: siteFolder, exclude: ["playground/**"] }).toSorted();
}

/** Serves the site for the tests of a file, and returns its URL. */
export async function serveSite(): Promise<string> {
  requireSite();
  const server = await previewSite(siteFolder, 0);
  afterAll(() => server.close());
  const [url] = server.resolvedUrls?.local ?? [];
  if (!url) throw new Error("The site has no address.");
  return url;
}

function requireSite(): void {
  if (!existsSync(siteFolder)) throw new Error("There is no docs/site. Run npm run docs first.");
}
