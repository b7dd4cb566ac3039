import { readFile } from "node:fs/promises";
import { CommandError, describeSystemError } from "@knowledge-base/command-line";
import type { State } from "../store/state.ts";
import { StateError } from "../store/state-error.ts";
import { exitCodes } from "./exit-codes.ts";

/**
 * Reads a state from a file and loads it.
 *
 * @param expected - kind of value that the error asks for
 * @throws CommandError if the file cannot be read, is not JSON, or its state is invalid
 */
export async function loadStateFile<Loaded>(
  path: string,
  load: (state: State) => Loaded,
  expected = "the path of a state file",
): Promise<Loaded> {
  const failure = (reason: string, cause: unknown, details?: readonly string[]) =>
    new CommandError(exitCodes.badStateFile, `Failed to load ${path}: ${reason}`, { cause, details });
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
  } catch (error) {
    throw failure(`${describeSystemError(error)}. Give ${expected}.`, error);
  }
  try {
    return load(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw failure(`it is not JSON: ${describeJsonError(text, error)}. Give ${expected}.`, error);
    }
    if (!(error instanceof StateError)) throw error;
    const details = error.problems.map(({ path: place, message }) => `${place} ${message}`);
    const count = `${details.length} problem${details.length === 1 ? "" : "s"}`;
    throw failure(`${count}, so nothing was loaded. Mend what is listed below.`, error, details);
  }
}

/** How many characters V8 quotes before an unexpected token. */
const quotedBefore = 10;

/** Describes a syntax error and its position without quoting the text as V8 does: a state file contains API keys. */
function describeJsonError(text: string, { message }: SyntaxError): string {
  const [, reason, isCut, quoted = ""] = /^(.*?), (\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(message) ?? [];
  if (reason === undefined) return message;
  const start = isCut ? text.indexOf(quoted) : -1;
  const isUnambiguous = start >= 0 && start === text.lastIndexOf(quoted);
  return isUnambiguous ? `${reason} (${formatPosition(text.slice(0, start + quotedBefore))})` : reason;
}

function formatPosition(before: string): string {
  const lines = before.split("\n");
  return `line ${lines.length} column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
