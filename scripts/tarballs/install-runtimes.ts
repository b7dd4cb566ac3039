import { join } from "node:path";
import { runProgram } from "../run-program.ts";

/** A version of Node to run programs with. */
export interface Runtime {
  readonly version: string;
  /** Path of its binary. */
  readonly path: string;
}

const { REQUIRE_ALL_RUNTIMES: requireAll } = process.env;

/** Versions besides that of this repository. */
const others = ["22.23.3", "26.10.0"];

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
