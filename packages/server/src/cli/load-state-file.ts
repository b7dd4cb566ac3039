import { type FileHandle, open } from "node:fs/promises";
import { CommandError, describeSystemError } from "@knowledge-base/command-line";
import { choices } from "../choices.ts";
import { formatBytes } from "../format-bytes.ts";
import { parseState } from "../store/parse-state.ts";
import type { State } from "../store/state.ts";
import { StateError } from "../store/state-error.ts";
import { StateTextError } from "../store/state-text-error.ts";
import { exitCodes } from "./exit-codes.ts";

/**
 * Reads a state from a file, record by record, and loads it.
 *
 * @param expected - kind of value that the error asks for
 * @throws CommandError if the file cannot be read, is not JSON or too large, or its state is invalid
 */
export async function loadStateFile<Loaded>(
  path: string,
  load: (state: State) => Loaded,
  expected = "the path of a state file",
): Promise<Loaded> {
  const failure = (reason: string, cause: unknown, details?: readonly string[]) =>
    new CommandError(exitCodes.badStateFile, `Failed to load ${path}: ${reason}`, { cause, details });
  let state: unknown;
  try {
    state = await readStateFile(path);
  } catch (error) {
    const reason = error instanceof StateTextError ? describeTextError(error) : describeSystemError(error);
    throw failure(`${reason}. Use ${expected}.`, error);
  }
  try {
    return load(state as State);
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    const { problems, problemCount } = error;
    const details = problems.map(({ path: place, message }) => `${place} ${message}`);
    if (problemCount > details.length) details.push(`and ${problemCount - details.length} more`);
    const count = `${problemCount} problem${problemCount === 1 ? "" : "s"}`;
    throw failure(`${count}, so nothing was loaded. Correct the problems listed below.`, error, details);
  }
}

async function readStateFile(path: string): Promise<unknown> {
  const limit = choices.stateLimitBytes;
  await using file = await open(path);
  const { size } = await file.stat();
  if (size > limit) throw new StateTextError("size", `is larger than ${formatBytes(limit)}`);
  const state = await parseState(readChunks(file), limit);
  if (state === undefined) throw new StateTextError("syntax", "Unexpected end of JSON input");
  return state;
}

const chunkBytes = 1024 * 1024;

async function* readChunks(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { bytesRead, buffer } = await file.read(new Uint8Array(chunkBytes), 0, chunkBytes);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

function describeTextError({ problem, message, position }: StateTextError): string {
  const place = position === "" ? "" : ` (${position})`;
  return `it ${problem === "syntax" ? "is not JSON: " : ""}${message}${place}`;
}
