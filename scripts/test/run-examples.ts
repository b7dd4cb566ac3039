import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { chromium } from "./chromium.ts";

// Runs the tests of each example, on the packages as they were built. On a machine without Chromium it says which it cannot
// run and fails, or passes with --if-possible.

const optional = process.argv.includes("--if-possible");
const hasChromium = existsSync(chromium.path);
const environment = { ...process.env, ...(hasChromium && { CHROMIUM_PATH: chromium.path }) };

for (const manifest of globSync("examples/*/package.json").toSorted()) {
  const { scripts, devDependencies }: PackageJson = JSON.parse(await readFile(manifest, "utf8"));
  if (scripts?.test === undefined) continue;
  const folder = dirname(manifest);
  console.log(`\n${folder}`);
  if (devDependencies?.["@playwright/test"] !== undefined && !hasChromium) {
    console.error(
      `${optional ? "Skipped" : "Failed to run"}: there is no Chromium at ${chromium.path}. ` +
        "Install it there, or say where it is with CHROMIUM_PATH.",
    );
    if (!optional) process.exitCode = 1;
    continue;
  }
  const { status } = spawnSync("npm", ["test", "--silent"], { cwd: folder, env: environment, stdio: "inherit" });
  if (status !== 0) {
    console.error(`${folder} failed.`);
    process.exitCode = 1;
  }
}

interface PackageJson {
  readonly scripts?: { readonly test?: string };
  readonly devDependencies?: Readonly<Record<string, string>>;
}
