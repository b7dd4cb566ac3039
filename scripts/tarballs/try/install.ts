import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { tarballs } from "../tarballs.ts";
import { run } from "./run.ts";

/** What an application has besides, for the entries that need it; taken from this repository. */
const companions = ["msw", "vitest", "@types/node"];

/** Installs the tarballs, and what they depend on, in an empty folder, and puts the programs of `scripts/tarballs/consumer` there. */
export function installPackages(folder: string): void {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ name: "consumer", private: true })}\n`);
  // Each is named, because packages that are not published yet can be found nowhere else.
  run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...tarballs.list()], folder);
  cpSync("scripts/tarballs/consumer", folder, { recursive: true });
  for (const name of companions) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve("node_modules", name), link, "junction");
  }
}
