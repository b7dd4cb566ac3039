import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** A Node to run programs on. */
export interface Runtime {
  /** Its version. */
  readonly version: string;
  /** Its binary. */
  readonly path: string;
}

const { REQUIRE_ALL_RUNTIMES: requireAll } = process.env;

/** Beside the one that this repository runs on. */
const others = ["22.23.3", "26.10.0"];

/** The Node of this repository, and the others that the registry has for this machine. */
export function findRuntimes(folder: string): readonly Runtime[] {
  const own = { version: process.versions.node, path: process.execPath };
  return [own, ...others.flatMap((version) => installed(version, folder) ?? [])];
}

function installed(version: string, folder: string): Runtime | undefined {
  const prefix = join(folder, "runtimes", version);
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const path = join(prefix, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  try {
    const args = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--prefix", prefix, `${name}@${version}`];
    execFileSync("npm", args, { stdio: "pipe" });
    execFileSync(path, ["--version"], { stdio: "pipe" });
    return { version, path };
  } catch (error) {
    if (requireAll) throw error;
    console.log(`Node ${version}: skipped, because ${name}@${version} could not be installed and started.`);
    return undefined;
  }
}
