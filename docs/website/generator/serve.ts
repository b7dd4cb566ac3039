import { existsSync } from "node:fs";
import { join } from "node:path";
import { previewSite } from "./preview-site.ts";
import { folders } from "./site-folders.ts";

// Serves the site that `npm run docs` has built.

if (existsSync(join(folders.site, "index.html"))) {
  const { resolvedUrls } = await previewSite(folders.site, 4173);
  process.stdout.write(`The site is at ${resolvedUrls?.local[0]}. Press Ctrl+C to stop.\n`);
} else {
  process.stderr.write("There is no site yet. Build it with: npm run docs\n");
  process.exitCode = 1;
}
