import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { tarballs } from "./tarballs.ts";

// Builds the packages and makes of each the tarball that would be published.

rmSync(tarballs.folder, { recursive: true, force: true });
mkdirSync(tarballs.folder);
execFileSync("npm", ["pack", "--workspace", "packages", "--pack-destination", tarballs.folder], { stdio: "inherit" });
