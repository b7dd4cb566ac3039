import { existsSync, globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { preview } from "vite";
import { afterAll, beforeAll } from "vitest";
import { root } from "../harness/documents.ts";

/** The folder of the site. */
export const site = new URL("docs/site/", root);

/** The files of the site that match. */
export function filesOf(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: site }).toSorted();
}

/** Requires that the site was built. */
export function requireSite(): void {
  if (!existsSync(new URL("index.html", site))) throw new Error("There is no site yet. Build it: npm run docs");
}

/** Serves the site to the tests of a file, below a path of its own, as hosts do. Gives the URL of a page. */
export function useSite(): (page?: string) => string {
  let url = "";
  let close: () => Promise<void>;
  beforeAll(async () => {
    requireSite();
    const server = await preview({
      configFile: false,
      root: fileURLToPath(root),
      base: "/knowledge-base/",
      appType: "mpa",
      build: { outDir: fileURLToPath(site) },
      preview: { port: 0, host: "127.0.0.1" },
      logLevel: "warn",
    });
    url = server.resolvedUrls?.local[0] ?? "";
    close = () => server.close();
  });
  afterAll(() => close?.());
  return (page = "index.html") => new URL(page, url).href;
}
