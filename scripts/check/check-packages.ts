import { execFileSync } from "node:child_process";
import { tarballs } from "../tarballs/tarballs.ts";

// Checks the tarballs of `npm run pack` with publint and attw.

const fixture = "./vitest";

for (const tarball of tarballs.list()) {
  run("publint", ["run", tarball, "--strict"]);
  // Vitest can only be imported, so its fixture has no CommonJS.
  run("attw", [tarball, "--profile", "strict", "--exclude-entrypoints", fixture]);
  if (tarball.includes("server")) run("attw", [tarball, "--profile", "esm-only", "--entrypoints", fixture]);
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: "inherit" });
}
