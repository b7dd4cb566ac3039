import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./run-program.ts";

/**
 * Installs the packages of a folder with a lockfile of its own, unless they are installed already. Other packages, such as those
 * of this repository, are found in the `node_modules` of the root.
 */
export async function install(folder: string): Promise<void> {
  const lockfile = readFileSync(join(folder, "package-lock.json"));
  const hash = createHash("sha256").update(lockfile).digest("hex");
  const installed = join(folder, "node_modules/.installed-lockfile");
  if (existsSync(installed) && readFileSync(installed, "utf8") === hash) return;
  console.log(`Installing the packages of ${folder}.`);
  await runProgram("npm", ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"], folder);
  writeFileSync(installed, hash);
}
