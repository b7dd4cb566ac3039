import { spawn } from "node:child_process";
import { once } from "node:events";

/** A process and those that it has started, such as the processes of a browser. */
export interface ProcessGroup {
  /** Resolves when its first process has ended or could not be started. */
  readonly ended: Promise<void>;
  /** Returns what it has printed. */
  readonly output: () => string;
  /** Kills all of its processes. */
  readonly stop: () => Promise<void>;
}

/** Starts a process in a group of its own, which is killed at the latest when this process ends. */
export function startGroup(
  command: string,
  args: readonly string[],
  { folder, env }: { readonly folder: string; readonly env: Readonly<Record<string, string | undefined>> },
): ProcessGroup {
  const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let output = "";
  const print = (chunk: unknown) => {
    output += String(chunk);
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", print);
  const ended = once(child, "exit").then(() => undefined, print);
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
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
