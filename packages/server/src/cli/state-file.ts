import { open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { messageOf } from "@knowledge-base/internal";
import { coreOf, type ReferenceServer } from "../organizations/reference-server.ts";
import { parseJson, readText, serializeState } from "../state/snapshot.ts";
import type { StateInput } from "../state/state.ts";

/** Shortest time between two saves in milliseconds. */
const saveIntervalMs = 1000;

/** Reads a state from a file. */
export async function readStateFile(path: string): Promise<StateInput> {
  await using file = await open(path);
  return parseJson(await readText(Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>)) as StateInput;
}

export async function readStateFileIfPresent(path: string): Promise<StateInput | undefined> {
  try {
    return await readStateFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Keeps the state of a server in a file: saves it after changes, at most once a second. */
export class StateFile {
  readonly #server: ReferenceServer;
  readonly #path: string;
  readonly #report: (problem: string) => void;
  readonly #stopListening: () => void;
  readonly #closing = new AbortController();
  #isChanged = false;
  /** Saves until there are no more changes. */
  #running: Promise<void> | undefined;
  #lastProblem: string | undefined;

  /** @param report - is called with the reason if saves begin to fail; the file stays as it was then */
  constructor(server: ReferenceServer, path: string, report: (problem: string) => void) {
    this.#server = server;
    this.#path = path;
    this.#report = report;
    this.#stopListening = coreOf(server).listen(({ organizationId, what }) => {
      if (organizationId === null || (what !== "records" && what !== "clock")) return;
      this.#isChanged = true;
      this.#running ??= this.#run();
    });
  }

  /**
   * Saves the state. Whatever happens meanwhile, the file has the old state or the new one: the new one is written to another file,
   * which then takes its place.
   */
  async save(): Promise<void> {
    this.#isChanged = false;
    // A link to the file stays.
    const path = await realpath(this.#path).catch(() => this.#path);
    // A new file has API keys.
    const { mode } = await stat(path).catch(() => ({ mode: 0o600 }));
    const temporary = `${path}.tmp`;
    try {
      await rm(temporary, { force: true });
      await writeFile(temporary, serializeState(this.#server.snapshot()), { mode, flush: true });
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw error;
    }
    await syncFolder(dirname(path));
  }

  /**
   * Saves the last changes, and no later ones.
   *
   * @returns whether the file has the last state
   */
  async close(): Promise<boolean> {
    this.#stopListening();
    this.#closing.abort();
    await this.#running;
    if (this.#isChanged) await this.#trySave();
    return !this.#isChanged;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (this.#isChanged && !signal.aborted) {
      await this.#trySave();
      await setTimeout(saveIntervalMs, undefined, { signal }).catch(() => {});
    }
    this.#running = undefined;
  }

  async #trySave(): Promise<void> {
    try {
      await this.save();
      this.#lastProblem = undefined;
    } catch (error) {
      this.#isChanged = true;
      const problem = messageOf(error);
      if (problem !== this.#lastProblem) this.#report(problem);
      this.#lastProblem = problem;
    }
  }
}

/** Flushes the entry of a renamed file. Not every system can. */
async function syncFolder(path: string): Promise<void> {
  try {
    await using folder = await open(path);
    await folder.sync();
  } catch {}
}
