import { execFileSync } from "node:child_process";
import { tarballs } from "../tarballs/tarballs.ts";

// What publint and attw say of the tarballs that `npm run pack` has made.

const fixture = "./vitest";

for (const tarball of tarballs.list()) {
  run("publint", ["run", tarball, "--strict"]);
  // Vitest is a module alone, and so is the fixture for it.
  run("attw", [tarball, "--profile", "node16", "--exclude-entrypoints", fixture]);
  if (tarball.includes("server")) run("attw", [tarball, "--profile", "esm-only", "--entrypoints", fixture]);
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: "inherit" });
}
