import { readFile } from "node:fs/promises";
import type { State } from "../store/state.ts";
import { StateError } from "../store/state-error.ts";
import { CommandError } from "./command-error.ts";
import { exitCodes } from "./exit-codes.ts";
import { jsonProblem } from "./json-problem.ts";
import { systemReason } from "./system-reason.ts";

/**
 * Reads a state from a file, and loads it.
 *
 * @param wanted - what to give in place of what is no state file
 * @throws {@link CommandError} where the file cannot be read, holds no JSON, or its state is refused
 */
export async function loadStateFile<Loaded>(
  path: string,
  load: (state: State) => Loaded,
  wanted = "the path of a state file",
): Promise<Loaded> {
  const failure = (cause: string, error: unknown, details?: readonly string[]) =>
    new CommandError(exitCodes.badStateFile, `Failed to load ${path}: ${cause}`, { cause: error, details });
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
  } catch (error) {
    throw failure(`${systemReason(error)}. Give ${wanted}.`, error);
  }
  try {
    return load(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw failure(`it is not JSON: ${jsonProblem(text, error)}. Give ${wanted}.`, error);
    }
    if (!(error instanceof StateError)) throw error;
    const details = error.problems.map(({ path: place, message }) => `${place} ${message}`);
    const count = `${details.length} problem${details.length === 1 ? "" : "s"}`;
    throw failure(`${count}, so nothing was loaded. Mend what is listed below.`, error, details);
  }
}
