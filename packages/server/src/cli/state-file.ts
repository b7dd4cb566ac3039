import { open, readFile, realpath, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { State } from "../store/state.ts";
import { StateError } from "../store/state-error.ts";
import { CommandError, exitCodes } from "./exit-codes.ts";

/**
 * Reads a state from a file, and loads it.
 *
 * @throws {@link CommandError} where the file cannot be read, holds no JSON, or its state is refused
 */
export async function loadStateFile<Loaded>(path: string, load: (state: State) => Loaded): Promise<Loaded> {
  const failure = (cause: string, error: unknown) =>
    new CommandError(exitCodes.badStateFile, `Failed to load ${path}: ${cause}`, { cause: error });
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw failure(`${reasonOf(error)}. Give the path of a state file.`, error);
  }
  try {
    return load(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) throw failure(`it is not JSON: ${error.message}.`, error);
    if (!(error instanceof StateError)) throw error;
    const lines = error.problems.map(({ path: place, message }) => `\n  ${place} ${message}`);
    throw failure(`${lines.length} problem(s), so nothing was loaded.${lines.join("")}`, error);
  }
}

/**
 * Writes a state into a file, whole or not at all: into a temporary file beside it, which is flushed and then takes its
 * place. It can be read by its owner alone, because it holds API keys.
 *
 * @throws {@link CommandError} where the file cannot be written; the file of that name is as it was
 */
export async function writeStateFile(path: string, state: State): Promise<void> {
  const target = await realpath(path).catch(() => resolve(path));
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    await writeAndFlush(temporary, `${JSON.stringify(state, undefined, 2)}\n`);
    await rename(temporary, target);
    await flushFolder(dirname(target));
  } catch (error) {
    await rm(temporary, { force: true });
    throw notWritten(path, error);
  }
}

/**
 * Makes sure that a file can be written later, by writing beside it now.
 *
 * @throws {@link CommandError}
 */
export async function checkWritable(path: string): Promise<void> {
  const probe = `${resolve(path)}.${process.pid}.tmp`;
  try {
    await writeAndFlush(probe, "");
    await rm(probe);
  } catch (error) {
    throw notWritten(path, error);
  }
}

async function writeAndFlush(path: string, text: string): Promise<void> {
  await using file = await open(path, "w", 0o600);
  await file.writeFile(text);
  await file.sync();
}

async function flushFolder(path: string): Promise<void> {
  await using folder = await open(path, "r");
  await folder.sync();
}

function notWritten(path: string, error: unknown): CommandError {
  const message = `Failed to write ${path}: ${reasonOf(error)}. Give a path in a folder that can be written to.`;
  return new CommandError(exitCodes.badStateFile, message, { cause: error });
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ""] ?? code ?? message;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "permission is denied",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is no folder",
  ENOSPC: "the disk is full",
  EROFS: "the file system is read-only",
};
