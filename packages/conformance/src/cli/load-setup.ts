import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { CommandError } from "@knowledge-base/command-line";
import { messageOf } from "../message-of.ts";
import type { Setup } from "../setup.ts";
import { exitCodes } from "./exit-codes.ts";

/**
 * Loads the module of `--setup`: a file, or otherwise a module of a package.
 *
 * @throws CommandError if it cannot be loaded, or exports no function `setup` and no function as its default
 */
export async function loadSetup(module: string): Promise<Setup> {
  const failure = (reason: string, cause?: unknown) =>
    new CommandError(exitCodes.badFile, `Failed to load the setup ${module}: ${reason}.`, { cause });
  const path = resolve(module);
  const specifier = existsSync(path) ? pathToFileURL(path).href : module;
  const exported: { setup?: unknown; default?: unknown } = await import(specifier).catch((error: unknown) => {
    throw failure(messageOf(error), error);
  });
  const setup = exported.setup ?? exported.default;
  if (typeof setup !== "function") throw failure("it has no exported function setup and no default export");
  return setup as Setup;
}
