import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../run-program.ts";
import { CannotRunError } from "./matrix-row.ts";

const folder = import.meta.dirname;
const modules = join(folder, "node_modules");
const installed = join(modules, ".installed-lockfile");

/** Installs the runtimes, bundlers and compilers of `package.json` in this folder, unless they are installed already. */
export async function installTools(): Promise<void> {
  const lockfile = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  if (existsSync(installed) && readFileSync(installed, "utf8") === lockfile) return;
  console.log("Installing the runtimes, bundlers and compilers.");
  await runProgram("npm", ["ci", "--ignore-scripts", "--prefer-offline"], folder);
  writeFileSync(installed, lockfile);
}

/**
 * Returns the path of a file in an installed package.
 *
 * @throws {@link CannotRunError} if it is not installed, such as because there is none for this platform
 */
export function toolPath(...path: readonly [packageName: string, ...rest: string[]]): string {
  const file = join(modules, ...path);
  if (existsSync(file)) return file;
  throw new CannotRunError(`${path[0]} is not installed, because npm has no version of it for this platform.`);
}

/** Returns the version of an installed package. */
export function toolVersion(packageName: string): string {
  toolPath(packageName);
  return readVersion(join(modules, packageName));
}

/** Returns the version of the package in a folder. */
export function readVersion(folder: string): string {
  const { version }: { readonly version: string } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return version;
}
