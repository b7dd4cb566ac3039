import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { mkdir, open, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { messageOf } from "@knowledge-base/internal/texts";
import { collectText, parseJsonOrReject } from "../basics/json-text.ts";
import { coreOf } from "../reference-server/core.ts";
import type { ReferenceServer } from "../reference-server/reference-server.ts";
import { serializeState } from "../state/snapshot.ts";
import type { StateInput } from "../state/state.ts";
import { systemClock } from "../test-tools/clock.ts";
import { lockFile } from "./file-lock.ts";

// Pause between two saves. After a slow save it is as long as the save took, so that the server has time for requests. A save takes
// some time itself, so a killed process loses about a second.
const shortestPauseMs = 900;

/** Reads a state from a file. */
export async function readStateFile(path: string): Promise<StateInput> {
  await using file = await open(path);
  const text = await collectText(Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>);
  if (text.trim() === "") throw new Error('it is empty. A state without records is {"version":1}');
  return parseJsonOrReject(text) as StateInput;
}

/** The file of `--state`, which no other process keeps meanwhile. */
export class StateFile {
  /** The path as it was given. */
  readonly path: string;
  // The file to which the path leads.
  readonly #target: string;
  readonly #unlock: () => void;

  private constructor(path: string, target: string, unlock: () => void) {
    this.path = path;
    this.#target = target;
    this.#unlock = unlock;
  }

  /**
   * Locks a file, which need not exist, and creates its folder.
   *
   * @throws Error if it is a folder or a device, or another process keeps its state there
   */
  static async open(path: string): Promise<StateFile> {
    const target = await followLinks(path);
    if (existsSync(target) && !statSync(target).isFile()) throw new Error("it is not a file. Use another path");
    await mkdir(dirname(target), { recursive: true });
    return new StateFile(path, target, await lockFile(target));
  }

  /** Returns the state in the file; undefined if there is no file. */
  async read(): Promise<StateInput | undefined> {
    // Without the file, the draft is old: deleting the file is how to start over.
    if (!existsSync(this.#target)) return undefined;
    const draft = draftOf(this.#target);
    return readStateFile(existsSync(draft) ? draft : this.#target);
  }

  /** Replaces the content. It is synchronous, so that the process can't exit in the middle of it. */
  write(text: string): void {
    replaceFile(this.#target, text);
  }

  [Symbol.dispose](): void {
    this.#unlock();
  }
}

/**
 * Saves the state of a server in a file: now, after changes about once a second, and when the process ends.
 *
 * @param report - is called with the reason if saves begin to fail; the file stays as it was then
 * @returns a function that saves the last changes and no later ones, and returns whether the file has the last state
 * @throws Error if the file can't be written
 */
export function keepState(file: StateFile, server: ReferenceServer, report: (problem: string) => void): () => boolean {
  let isChanged = false;
  let lastProblem: string | undefined;
  // Waits for the next save; undefined if all changes are saved and the pause after the last save is over.
  let timer: NodeJS.Timeout | undefined;

  const save = () => file.write(serializeState(server.snapshot()));
  save();
  const stopListening = coreOf(server).listen(({ kind }) => {
    if (kind !== "state") return;
    isChanged = true;
    timer ??= setTimeout(trySave);
  });
  // Also after an uncaught error, a rejection that nobody handles, and `process.exit()` of a module.
  process.on("exit", closeAtExit);
  return close;

  function trySave(): void {
    const startedMs = systemClock.now();
    clearTimeout(timer);
    try {
      save();
      isChanged = false;
      lastProblem = undefined;
    } catch (error) {
      const problem = messageOf(error);
      if (problem !== lastProblem) report(problem);
      lastProblem = problem;
    }
    const resume = () => {
      timer = undefined;
      if (isChanged) trySave();
    };
    timer = setTimeout(resume, Math.max(shortestPauseMs, systemClock.now() - startedMs));
  }

  function close(): boolean {
    process.off("exit", closeAtExit);
    stopListening();
    if (isChanged) trySave();
    clearTimeout(timer);
    return !isChanged;
  }

  function closeAtExit(): void {
    if (!close()) process.exitCode ||= 1;
    file[Symbol.dispose]();
  }
}

// Returns the file to which links lead, even if it doesn't exist yet.
async function followLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const folder = await followLinks(dirname(path));
    const target = await readlink(path).catch(() => undefined);
    return target === undefined ? join(folder, basename(path)) : followLinks(resolve(folder, target));
  }
}

// The new content of a file while it is written in place: the file isn't complete then.
const draftOf = (path: string) => `${path}.unfinished`;

// Whatever happens meanwhile, the file or its draft has the old content or the new one.
function replaceFile(path: string, text: string): void {
  const temporary = `${path}.tmp`;
  rmSync(temporary, { force: true });
  try {
    // A new file has API keys.
    writeFileSync(temporary, text, { mode: 0o600, flush: true });
    try {
      keepAccess(path, temporary);
      renameSync(temporary, path);
    } catch (error) {
      if (!existsSync(path)) throw error;
      // A file of another owner, or a file that is itself a mount of a container.
      writeInPlace(path, temporary, text);
    }
    rmSync(draftOf(path), { force: true });
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function keepAccess(path: string, temporary: string): void {
  const former = statSync(path, { throwIfNoEntry: false });
  if (!former) return;
  // Only root can give a file to another user.
  chownSync(temporary, former.uid, former.gid);
  chmodSync(temporary, former.mode & 0o7777);
}

// If writing fails, as on a full disk, the file gets its former content again.
function writeInPlace(path: string, copy: string, text: string): void {
  accessSync(path, constants.W_OK);
  const former = readFileSync(path);
  renameSync(copy, draftOf(path));
  const write = (content: string | Uint8Array) => {
    truncateSync(path);
    writeFileSync(path, content, { flag: "r+", flush: true });
  };
  try {
    write(text);
  } catch (error) {
    write(former);
    throw error;
  }
}
