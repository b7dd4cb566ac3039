import { copyFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { runProgram } from "../run-program.ts";
import { tarballs } from "./tarballs.ts";

/** Peer dependencies of some entries, linked from this repository. */
const peers = ["msw", "vitest", "@types/node"];

/** The programs that are compiled both as CommonJS and as modules. */
const compiledTwice = ["consumer", "node-consumer", "peer-consumer", "using-consumer"];

/** Installs the tarballs and their dependencies in an empty folder, and puts the programs of `consumer/` there. */
export async function installPackages(folder: string): Promise<void> {
  await installTarballs(folder);
  copyPrograms(folder);
  // As in an application whose dependencies need different versions of zod.
  cpSync(join(folder, "node_modules/zod"), join(folder, "node_modules/zod-copy"), { recursive: true });
}

/** Copies the programs of `consumer/` into a folder. */
export function copyPrograms(folder: string): void {
  cpSync(join(import.meta.dirname, "consumer"), folder, { recursive: true });
  for (const name of compiledTwice) copyFileSync(join(folder, `${name}.ts`), join(folder, `${name}.mts`));
}

/** Installs the tarballs and their dependencies in an empty folder, as an application would. */
export async function installTarballs(folder: string): Promise<void> {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ name: "consumer", private: true })}\n`);
  // Each is named, because packages that are not published yet can be found nowhere else.
  await runProgram("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...tarballs.list()], folder);
  for (const name of peers) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve("node_modules", name), link, "junction");
  }
}
