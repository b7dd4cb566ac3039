import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const folder = join(import.meta.dirname, "runtime");

/**
 * Installs workerd unless it is installed. It is a large file, so it is not among the dependencies of the repository.
 *
 * @throws Error if npm cannot install it
 */
export function installWorkerd(): void {
  if (existsSync(join(folder, "node_modules"))) return;
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
}

/**
 * Returns the path of the binary of workerd.
 *
 * @throws Error if there is none for this machine, or it does not start
 */
export function findWorkerd(): string {
  const { default: path }: { readonly default: string } = createRequire(join(folder, "package.json"))("workerd");
  execFileSync(path, ["--version"], { stdio: "pipe" });
  return path;
}
