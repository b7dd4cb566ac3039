import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tarballs } from "./tarballs.ts";

// Builds every package that is published, and packs its tarball.

rmSync(tarballs.folder, { recursive: true, force: true });
mkdirSync(tarballs.folder);
const workspaces = readdirSync("packages")
  .filter((name) => !JSON.parse(readFileSync(`packages/${name}/package.json`, "utf8")).private)
  .map((name) => `--workspace=packages/${name}`);
execFileSync("npm", ["pack", ...workspaces, "--pack-destination", tarballs.folder], { stdio: "inherit" });
