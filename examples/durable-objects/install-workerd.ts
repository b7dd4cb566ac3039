import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const folder = join(import.meta.dirname, "runtime");

/**
 * Installs workerd unless it is installed, and returns the path of its binary. It is a large file, so it is not among the
 * dependencies of the repository.
 *
 * @throws Error if workerd does not run on this machine
 */
export function installWorkerd(): string {
  if (!existsSync(join(folder, "node_modules"))) {
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
  }
  const { default: path }: { readonly default: string } = createRequire(join(folder, "package.json"))("workerd");
  execFileSync(path, ["--version"], { stdio: "pipe" });
  return path;
}
