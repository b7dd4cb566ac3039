import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { State } from "@knowledge-base/server";
import { onTestFinished } from "vitest";
import { TemporaryFolder } from "../../../command-line/test/temporary-folder.ts";

/** Creates a folder that is removed when the test is over. */
export async function createFolder(): Promise<TemporaryFolder> {
  const folder = await TemporaryFolder.create();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder;
}

/** Creates a file with a state, or with anything else, in a folder of its own, and returns its path. */
export async function createStateFile(content: State | string | Uint8Array): Promise<string> {
  const isText = typeof content === "string" || content instanceof Uint8Array;
  return (await createFolder()).write("state.json", isText ? content : JSON.stringify(content));
}

/** Reads a state that was exported into a file. */
export async function readState(path: string): Promise<State> {
  return JSON.parse(await readFile(path, "utf8"));
}

/** Creates a named pipe: a process that reads it waits until another one writes. */
export function createPipe(path: string): void {
  execFileSync("sh", ["-c", 'mkfifo "$0"', path]);
}
