import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { preview } from "vite";
import { afterAll } from "vitest";

/** Where `npm run docs` puts the site. */
export const siteFolder = resolve("docs/site");

/** Serves the site for the tests of a file, and gives its address. */
export async function serveSite(): Promise<string> {
  if (!existsSync(siteFolder)) throw new Error("There is no docs/site. Run npm run docs first.");
  const server = await preview({
    configFile: false,
    build: { outDir: siteFolder },
    preview: { port: 0 },
    logLevel: "warn",
  });
  afterAll(() => server.close());
  const [url] = server.resolvedUrls?.local ?? [];
  if (!url) throw new Error("The site has no address.");
  return url;
}
