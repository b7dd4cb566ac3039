import { hash, randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Readable } from "node:stream";
import { CommandError } from "@knowledge-base/internal/command-line/command-error";
import { print } from "@knowledge-base/internal/command-line/output";
import { messageOf, withoutFullStop } from "@knowledge-base/internal/texts";
import { collectText, parseJsonOrReject } from "../basics/json-text.ts";
import { coreOf } from "../reference-server/core.ts";
import type { ReferenceServer } from "../reference-server/reference-server.ts";
import { serializeState } from "../state/snapshot.ts";
import type { StateInput } from "../state/state.ts";
import { systemClock } from "../test-tools/clock.ts";
import { exitCodes } from "./flags.ts";

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

const replacingAdvice =
  "Saving replaces the file, so let the command write to its folder. In a container, mount the folder.";

/** The file of `--state`. Other programs may change it, too, such as another server or an editor. */
export class StateFile {
  /** The path as it was given. */
  readonly path: string;
  // The file to which the path leads.
  readonly #target: string;
  // Another process has another one, so that they can't write the same file.
  readonly #temporary: string;
  // Digest of what this process last read or wrote: only that, or no file at all, is ever replaced. A time of the file may be rounded.
  #digest: string | undefined;

  /**
   * Finds a file, which need not exist, and creates its folder.
   *
   * @throws Error if it is a folder, a device, or a link that leads nowhere
   */
  constructor(path: string) {
    this.path = path;
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats && !stats.isFile()) throw new Error("it is not a file. Use another path");
    // Replacing the link would put the state elsewhere.
    if (!stats && lstatSync(path, { throwIfNoEntry: false }))
      throw new Error("it is a link to a file that does not exist. Use the path of that file");
    mkdirSync(dirname(path), { recursive: true });
    this.#target = stats ? realpathSync(path) : resolve(path);
    this.#temporary = `${this.#target}.${randomUUID().slice(0, 8)}.tmp`;
    this.#digest = this.#readDigest();
  }

  /** Returns the state in the file; undefined if there is no file. */
  async read(): Promise<StateInput | undefined> {
    return existsSync(this.#target) ? readStateFile(this.#target) : undefined;
  }

  /**
   * Creates the file, or replaces it by a copy of itself. So it's known early whether it can be replaced, and another server that keeps
   * its state there doesn't notice.
   *
   * @throws CommandError like {@link write}
   */
  prepare(getText: () => string): void {
    this.write(existsSync(this.#target) ? () => readFileSync(this.#target) : getText);
  }

  /**
   * Replaces the content. Whatever happens meanwhile, the file has the old one or the new one. It is synchronous, so that the process
   * can't exit in the middle of it.
   *
   * @throws CommandError if another program has changed the file, or it can't be replaced
   */
  write(getContent: () => string | Uint8Array): void {
    try {
      this.#requireUnchanged();
      const content = getContent();
      // A new file has API keys.
      writeFileSync(this.#temporary, content, { mode: 0o600, flush: true });
      const former = statSync(this.#target, { throwIfNoEntry: false });
      if (former) chmodSync(this.#temporary, former.mode & 0o7777);
      // Again, because writing a large state takes long.
      this.#requireUnchanged();
      renameSync(this.#temporary, this.#target);
      this.#digest = hash("sha256", content);
    } catch (error) {
      rmSync(this.#temporary, { force: true });
      const problem = `Failed to save ${this.path}: ${withoutFullStop(messageOf(error))}.`;
      const isOfSystem = error instanceof Error && "syscall" in error;
      const message = isOfSystem ? `${problem} ${replacingAdvice}` : problem;
      throw new CommandError(exitCodes.badFile, message, { cause: error });
    }
  }

  #requireUnchanged(): void {
    const digest = this.#readDigest();
    if (digest === undefined || digest === this.#digest) return;
    throw new Error(
      "another program has changed it since this server last read or saved it. To replace it by the state of this server, delete it",
    );
  }

  #readDigest(): string | undefined {
    return existsSync(this.#target) ? hash("sha256", readFileSync(this.#target)) : undefined;
  }
}

/**
 * Saves the state of a server in a file: after changes about once a second, and when the process ends.
 * Prints why, if saves begin to fail; the file stays as it was then.
 *
 * @returns a function that saves the last changes and no later ones, and returns whether the file has the last state
 * @throws CommandError if the file can't be written
 */
export function keepState(file: StateFile, server: ReferenceServer): () => boolean {
  let isChanged = false;
  let lastProblem: string | undefined;
  // Waits for the next save; undefined if all changes are saved and the pause after the last save is over.
  let timer: NodeJS.Timeout | undefined;

  const getText = () => serializeState(server.snapshot());
  file.prepare(getText);
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
      file.write(getText);
      isChanged = false;
      lastProblem = undefined;
    } catch (error) {
      const problem = `${messageOf(error)} The file stays as it is, and saving is tried again each second.`;
      if (problem !== lastProblem) void print(problem, process.stderr);
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
  }
}
