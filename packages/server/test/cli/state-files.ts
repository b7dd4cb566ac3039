import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { State } from "@knowledge-base/server";
import { makeFolder } from "./make-folder.ts";

/** A file with a state, or with whatever else. */
export async function makeStateFile(content: State | string | Uint8Array): Promise<string> {
  const path = join(await makeFolder(), "state.json");
  const isText = typeof content === "string" || content instanceof Uint8Array;
  await writeFile(path, isText ? content : JSON.stringify(content));
  return path;
}

/** The state that was exported into a file. */
export async function readState(path: string): Promise<Required<State>> {
  return JSON.parse(await readFile(path, "utf8"));
}
