import { mkdtemp, open, readlink, realpath, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import { CommandError, describeSystemError } from "@knowledge-base/command-line";
import type { State } from "../records/record-types.ts";
import { serializeState } from "../records/serialize-state.ts";
import { exitCodes } from "./exit-codes.ts";

/**
 * Writes a state to a file atomically: to a temporary file beside it, which is flushed and then renamed. Only its owner can
 * read the file, because it contains API keys.
 *
 * @throws CommandError if the file cannot be written; an existing file is unchanged
 */
export async function writeStateFile(path: string, state: State): Promise<void> {
  try {
    const target = await resolveTarget(path);
    const folder = await createFolderBeside(target);
    try {
      const temporary = join(folder, "state.json");
      await writeAndFlush(temporary, state);
      await rename(temporary, target);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    await flushFolder(dirname(target));
  } catch (error) {
    throw toWriteError(path, error);
  }
}

/**
 * Checks that a state file can be written later, by creating and removing a folder beside it.
 *
 * @throws CommandError if it cannot
 */
export async function checkWritable(path: string): Promise<void> {
  try {
    await rmdir(await createFolderBeside(await resolveTarget(path)));
  } catch (error) {
    throw toWriteError(path, error);
  }
}

/** Returns the file that a path leads to, which may not exist. Links are followed, so that writing does not replace them. */
async function resolveTarget(path: string): Promise<string> {
  const target = await followLinks(path);
  const present = await stat(target).catch(() => undefined);
  if (present?.isDirectory()) throw new Error("it is a folder");
  if (present && !present.isFile()) throw new Error("it is not a regular file");
  return target;
}

async function followLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const link = await readlink(path).catch(() => undefined);
    if (link === undefined) return join(await realpath(dirname(path)), basename(path));
    // join() would resolve ".." from the folder of the link instead of the folder that it leads to.
    return followLinks(isAbsolute(link) ? link : `${dirname(path)}/${link}`);
  }
}

/** Creates a folder with a random name that only its owner can enter. */
function createFolderBeside(target: string): Promise<string> {
  return mkdtemp(join(dirname(target), ".knowledge-base-"));
}

async function writeAndFlush(path: string, state: State): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  await writeFile(file, serializeState(state));
  await file.sync();
}

/** Flushes a rename, if the file system supports it. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

function toWriteError(path: string, error: unknown): CommandError {
  const advice = "Use the path of a file in a writable folder.";
  return new CommandError(exitCodes.badStateFile, `Failed to write ${path}: ${describeSystemError(error)}. ${advice}`, {
    cause: error,
  });
}
