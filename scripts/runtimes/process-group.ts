import { type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

/** A process and those that it has started, such as the processes of a browser. */
export interface ProcessGroup {
  /** Resolves when its first process has ended or could not be started. */
  readonly ended: Promise<void>;
  /** What it has printed. */
  readonly output: () => string;
  /** Kills all of its processes. */
  readonly stop: () => Promise<void>;
}

/** Starts a process in a group of its own, which is killed at the latest when this process ends. */
export function startGroup(command: string, args: readonly string[], options: SpawnOptions): ProcessGroup {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr] as readonly Readable[]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  const ended = once(child, "exit").then(
    () => {},
    (error: unknown) => {
      output += String(error);
    },
  );
  const kill = () => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // All of its processes have ended.
    }
  };
  process.once("exit", kill);
  return {
    ended,
    output: () => output,
    stop: async () => {
      process.off("exit", kill);
      kill();
      await ended;
    },
  };
}
