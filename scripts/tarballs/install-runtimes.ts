import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../run-program.ts";

/** A version of Node to run programs with. */
export interface Runtime {
  readonly version: string;
  /** Path of its binary. */
  readonly path: string;
}

const { REQUIRE_ALL_RUNTIMES: requireAll } = process.env;

const { optionalDependencies }: { readonly optionalDependencies: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../runtimes/package.json"), "utf8"),
);

/** Versions besides that of this repository: those of the runtime matrix. */
const others = ["22", "26"].flatMap(
  (major) => optionalDependencies[`node-${major}-linux-x64`]?.split("@").at(-1) ?? [],
);

/** Returns the Node of this repository, and the other versions that could be installed. */
export async function installRuntimes(folder: string): Promise<readonly Runtime[]> {
  const own = { version: process.versions.node, path: process.execPath };
  const installed = await Promise.all(others.map((version) => install(version, folder)));
  return [own, ...installed.flat()];
}

async function install(version: string, folder: string): Promise<Runtime[]> {
  const prefix = join(folder, "runtimes", version);
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const path = join(prefix, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  try {
    const args = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--prefix", prefix, `${name}@${version}`];
    await runProgram("npm", args, ".");
    await runProgram(path, ["--version"], ".");
    return [{ version, path }];
  } catch (error) {
    if (requireAll) throw error;
    console.log(`Node ${version}: skipped, because ${name}@${version} could not be installed and started.`);
    return [];
  }
}
