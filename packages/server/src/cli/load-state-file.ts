import { open } from "node:fs/promises";
import { CommandError, describeSystemError } from "@knowledge-base/command-line";
import { ControlError } from "../records/errors.ts";
import { parseJson, readText } from "../records/read-state.ts";
import type { StateInput } from "../records/record-types.ts";
import { exitCodes } from "./exit-codes.ts";

/**
 * Reads a state from a file and loads it.
 *
 * @param expected - kind of value that the error asks for
 * @throws CommandError if the file cannot be read, is not JSON or too large, or its state is invalid
 */
export async function loadStateFile<Loaded>(
  path: string,
  load: (state: StateInput) => Loaded,
  expected = "the path of a state file",
): Promise<Loaded> {
  const failure = (reason: string, cause: unknown, details?: readonly string[]) =>
    new CommandError(exitCodes.badStateFile, `Failed to load ${path}: ${reason}`, { cause, details });
  let state: unknown;
  try {
    state = await readStateFile(path);
  } catch (error) {
    const reason = error instanceof ControlError ? error.message : describeSystemError(error);
    throw failure(`${reason}. Use ${expected}.`, error);
  }
  try {
    return load(state as StateInput);
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    const { problems, problemCount } = error;
    const details = problems.map(({ path: place, message }) => `${place} ${message}`);
    if (problemCount > details.length) details.push(`and ${problemCount - details.length} more`);
    const count = `${problemCount} problem${problemCount === 1 ? "" : "s"}`;
    throw failure(`${count}, so nothing was loaded. Correct the problems listed below.`, error, details);
  }
}

async function readStateFile(path: string): Promise<unknown> {
  await using file = await open(path);
  return parseJson(await readText(file.createReadStream()));
}
