import { existsSync, globSync } from "node:fs";
import { resolve } from "node:path";
import { preview } from "vite";
import { afterAll } from "vitest";

/** Folder into which `npm run docs` builds the site. */
export const siteFolder = resolve("docs/site");

/** Returns the files of the site that match, without those of the playground. */
export function filesOf(pattern: string): readonly string[] {
  requireSite();
  return globSync(pattern, { cwd: siteFolder, exclude: ["playground/**"] }).toSorted();
}

/** Serves the site for the tests of a file, below a path as hosts do, and returns its URL. */
export async function serveSite(): Promise<string> {
  requireSite();
  const server = await preview({
    configFile: false,
    base: "/knowledge-base/",
    appType: "mpa",
    build: { outDir: siteFolder },
    preview: { port: 0 },
    logLevel: "warn",
  });
  afterAll(() => server.close());
  const [url] = server.resolvedUrls?.local ?? [];
  if (!url) throw new Error("The site has no address.");
  return url;
}

function requireSite(): void {
  if (!existsSync(siteFolder)) throw new Error("There is no docs/site. Run npm run docs first.");
}
