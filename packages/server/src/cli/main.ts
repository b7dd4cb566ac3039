import { readFile } from "node:fs/promises";
import { CommandError } from "./command-error.ts";
import { exitCodes } from "./exit-codes.ts";
import { help } from "./flags.ts";
import { print } from "./print.ts";
import { report } from "./report.ts";
import { readSettings } from "./settings.ts";

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
}

/** Runs the command `knowledge-base-server` of the package with a manifest, and tells its exit code. */
export async function main(args: readonly string[], manifest: URL): Promise<number> {
  // Whoever reads the output may leave early.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  try {
    const { version, engines }: Manifest = JSON.parse(await readFile(manifest, "utf8"));
    checkNode(engines.node);
    const settings = readSettings(args);
    if (settings.help) await print(help().trimEnd());
    else if (settings.version) await print(version);
    else await (await import("./serve.ts")).serve(settings);
    return exitCodes.stopped;
  } catch (error) {
    return report(error);
  }
}

/** Refuses a Node on which something would be missing in the midst of a run. `needed` is such as `>=22`. */
function checkNode(needed: string): void {
  const major = (text: string) => Number(/\d+/.exec(text)?.[0]);
  const { node } = process.versions;
  if (major(node) >= major(needed)) return;
  const advice = "Take a newer one, from https://nodejs.org";
  throw new CommandError(
    exitCodes.failed,
    `Failed to start: Node ${node} is too old, it must be ${needed}. ${advice}.`,
  );
}
