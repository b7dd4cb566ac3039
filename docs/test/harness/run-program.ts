import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { root } from "./documents.ts";
import type { Program } from "./programs.ts";
import { toolEnvironment } from "./run-tool.ts";

/** What a program printed and how it ended. */
export interface Run {
  readonly exitCode: number | null;
  /** What each line of the program printed, joined by line breaks. */
  readonly printed: ReadonlyMap<number, string>;
  readonly errors: string;
}

const preload = new URL("preload.ts", import.meta.url).href;

/** Runs a program in a process of its own. */
export async function runProgram({ file }: Program, signal: AbortSignal): Promise<Run> {
  const options = ["--conditions=@knowledge-base/source", "--import", preload];
  const child = spawn(process.execPath, [...options, file], {
    cwd: fileURLToPath(root),
    env: toolEnvironment,
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    signal,
  });
  const [, , stderr, calls] = child.stdio;
  const [[exitCode], errors, told] = await Promise.all([
    once(child, "close") as Promise<[number | null]>,
    text(stderr as Readable),
    text(calls as Readable),
  ]);
  const printed = new Map<number, string>();
  for (const call of told.split("\n").filter(Boolean)) {
    const { line, text } = JSON.parse(call) as { readonly line: number; readonly text: string };
    const before = printed.get(line);
    printed.set(line, before === undefined ? text : `${before}\n${text}`);
  }
  return { exitCode, printed, errors };
}
