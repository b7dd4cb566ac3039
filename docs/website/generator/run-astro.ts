import { spawn } from "node:child_process";
import { rename, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { folders } from "./site-folders.ts";

/**
 * Builds the pages with Astro.
 *
 * @throws Error if the build fails or prints a warning
 */
export async function runAstro(): Promise<void> {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: "1", NO_COLOR: "1" };
  const args = ["docs/website/node_modules/astro/bin/astro.mjs", "build", "--root", "docs/website"];
  const astro = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [astro.stdout, astro.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const status = await new Promise<number | null>((resolve) => {
    astro.on("close", resolve);
  });
  const warnings = output.split("\n").filter((line) => /\[WARN\]|\bwarning\b/i.test(line));
  if (status !== 0) throw new Error(`Astro could not build the site.\n${output}`);
  if (warnings.length > 0) throw new Error(`Astro has printed warnings.\n${warnings.join("\n")}`);
  await rename(folders.pages, folders.site);
  // Hosts look for the page of unknown addresses here.
  await rename(join(folders.site, "404/index.html"), join(folders.site, "404.html"));
  await rmdir(join(folders.site, "404"));
}
