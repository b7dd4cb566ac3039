import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { State } from "@knowledge-base/server";
import { TemporaryFolder } from "../../../command-line/test/temporary-folder.ts";

/** A file in a temporary folder of its own. Disposing it removes both. */
export interface StateFile extends AsyncDisposable {
  readonly path: string;
  readonly folder: TemporaryFolder;
}

/** Creates a file with a state, or with anything else. */
export async function createStateFile(content: State | string | Uint8Array): Promise<StateFile> {
  const folder = await TemporaryFolder.create();
  const isText = typeof content === "string" || content instanceof Uint8Array;
  const path = await folder.write("state.json", isText ? content : JSON.stringify(content));
  return { path, folder, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** Reads a state that was exported into a file. */
export async function readState(path: string): Promise<Required<State>> {
  return JSON.parse(await readFile(path, "utf8"));
}

/** Creates a named pipe: a process that reads it waits until another one writes. */
export function createPipe(path: string): void {
  execFileSync("sh", ["-c", 'mkfifo "$0"', path]);
}
