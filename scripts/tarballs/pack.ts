import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { publishedPackages } from "../published-packages.ts";
import { tarballs } from "./tarballs.ts";

// Packs every published package into a tarball. The prepack script of each package builds it.

rmSync(tarballs.folder, { recursive: true, force: true });
mkdirSync(tarballs.folder);
const workspaces = publishedPackages.map((name) => `--workspace=packages/${name}`);
execFileSync("npm", ["pack", ...workspaces, "--pack-destination", tarballs.folder], { stdio: "inherit" });
