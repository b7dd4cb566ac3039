import { spawn } from "node:child_process";
import { once } from "node:events";

/** A runtime that runs programs as processes. */
export interface ProcessRuntime {
  /** Returns the path of its binary. */
  readonly binary: () => string;
  /** Flags before the path of a program that uses the client and the server. */
  readonly programFlags: readonly string[];
  /** Flags before the path of a command. */
  readonly commandFlags: readonly string[];
}

/** Returns the environment of the processes, without the settings of this one. Caches and logs are written into `home`. */
export function environmentIn(home: string): Record<string, string | undefined> {
  return {
    PATH: process.env["PATH"],
    HOME: home,
    DENO_NO_UPDATE_CHECK: "1",
    NEXT_TELEMETRY_DISABLED: "1",
    WRANGLER_SEND_METRICS: "false",
  };
}

/** Runs a program in a folder, and returns its standard output and standard error output. Rejects if it fails. */
export async function outputOf(binary: string, args: readonly string[], folder: string): Promise<string> {
  const { output, code } = await runToEnd(binary, args, folder);
  if (code === 0) return output;
  throw new Error(`${[binary, ...args].join(" ")} ended with the exit code ${code}.\n${output.slice(0, 3000)}`);
}

/** How a process ended. */
export interface EndedProcess {
  /** Standard error output, then standard output. */
  readonly output: string;
  readonly code: number | null;
}

/** Runs a program in a folder until it ends. */
export async function runToEnd(binary: string, args: readonly string[], folder: string): Promise<EndedProcess> {
  const child = spawn(binary, args, {
    cwd: folder,
    env: environmentIn(folder),
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 180_000,
    killSignal: "SIGKILL",
  });
  const text = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      text[name] += chunk;
    });
  }
  const [code]: (number | null)[] = await once(child, "close");
  return { output: text.stderr + text.stdout, code: code ?? null };
}
