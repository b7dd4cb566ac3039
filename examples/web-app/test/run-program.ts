import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const folder = join(import.meta.dirname, "..");

/** A program of the example, running. */
export interface Program {
  readonly process: ChildProcess;
  /** Everything that it has written. */
  readonly output: () => string;
  /** Where it says that it can be opened. */
  readonly url: () => Promise<string>;
  /** Its exit code, once it has ended. */
  readonly exitCode: Promise<number | null>;
}

/** Runs a program with these environment variables alone. */
export function runProgram(file: string, environment: NodeJS.ProcessEnv): Program {
  const child = spawn(process.execPath, [file], { cwd: folder, env: environment });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const exitCode = once(child, "close").then(([code]: (number | null)[]) => code ?? null);
  const urlIn = (text: string) => /http:\/\/localhost:\d+/.exec(text)?.[0];
  return {
    process: child,
    output: () => output,
    exitCode,
    url: async () => {
      const ended = exitCode.then(() => true);
      while (urlIn(output) === undefined) {
        if (await Promise.race([ended, once(child.stdout, "data").then(() => false)])) break;
      }
      return urlIn(output) ?? Promise.reject(new Error(`${file} did not start:\n${output}`));
    },
  };
}
