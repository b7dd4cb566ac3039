import { mkdtemp, open, readlink, realpath, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import type { State } from "../store/state.ts";
import { CommandError } from "./command-error.ts";
import { exitCodes } from "./exit-codes.ts";
import { stateText } from "./state-text.ts";
import { systemReason } from "./system-reason.ts";

/**
 * Writes a state into a file, whole or not at all: into a temporary file beside it, which is flushed and then takes its
 * place. It can be read by its owner alone, because it holds API keys.
 *
 * @throws {@link CommandError} where the file cannot be written; the file of that name is as it was
 */
export async function writeStateFile(path: string, state: Required<State>): Promise<void> {
  try {
    const target = await targetOf(path);
    const folder = await makeFolderBeside(target);
    try {
      const temporary = join(folder, "state.json");
      await writeAndFlush(temporary, state);
      await rename(temporary, target);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    await flushFolder(dirname(target));
  } catch (error) {
    throw notWritten(path, error);
  }
}

/**
 * Makes sure that a state file can be written later, by making a folder beside it for a moment.
 *
 * @throws {@link CommandError}
 */
export async function checkWritable(path: string): Promise<void> {
  try {
    await rmdir(await makeFolderBeside(await targetOf(path)));
  } catch (error) {
    throw notWritten(path, error);
  }
}

/** The file that a path leads to, be it there or not. Links are followed, so that they stay what they are. */
async function targetOf(path: string): Promise<string> {
  const target = await followLinks(path);
  const present = await stat(target).catch(() => undefined);
  if (present?.isDirectory()) throw new Error("it is a folder");
  if (present && !present.isFile()) throw new Error("it is no ordinary file");
  return target;
}

async function followLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const link = await readlink(path).catch(() => undefined);
    if (link === undefined) return join(await realpath(dirname(path)), basename(path));
    // Not join(): it would take ".." for the parent of the link instead of that of the folder to which the link leads.
    return followLinks(isAbsolute(link) ? link : `${dirname(path)}/${link}`);
  }
}

/** A folder that nobody else can enter, of a name that nobody can guess. */
function makeFolderBeside(target: string): Promise<string> {
  return mkdtemp(join(dirname(target), ".knowledge-base-"));
}

async function writeAndFlush(path: string, state: Required<State>): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  await writeFile(file, stateText(state));
  await file.sync();
}

/** Flushes the name of a file that is in its place already; not every folder and system can do that. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

function notWritten(path: string, error: unknown): CommandError {
  const advice = "Give the path of a file in a folder that can be written to.";
  return new CommandError(exitCodes.badStateFile, `Failed to write ${path}: ${systemReason(error)}. ${advice}`, {
    cause: error,
  });
}
