import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

/** A running program. */
export interface Running {
  readonly output: Readable;
  /** Rejected when the program ends. */
  readonly ended: Promise<never>;
  /** Asks the program to stop, and waits until it has. */
  readonly stop: () => Promise<void>;
  /** Ends the program at once. */
  readonly kill: () => Promise<void>;
}

const { PATH } = process.env;
// Debian installs nginx in a folder that only the PATH of root includes.
const env = { ...process.env, PATH: `${PATH}:/usr/sbin` };

const running = new Map<ChildProcessByStdio<null, Readable, null>, Running>();

/** Returns whether a program is installed. */
export function isInstalled(command: string): boolean {
  return spawnSync(command, ["-v"], { env }).error === undefined;
}

/** Runs a program, until it is stopped or this process ends. */
export function run(command: string, args: readonly string[]): Running {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit").finally(() => running.delete(child));
  const ended = exited.then(() => Promise.reject(new Error(`${command} has ended.`)));
  ended.catch(() => {});
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    child.kill(signal);
    await exited;
  };
  const started = { output: child.stdout, ended, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
  running.set(child, started);
  return started;
}

/** Stops every running program. */
export async function stopAll(): Promise<void> {
  await Promise.all(Array.from(running.values(), ({ stop }) => stop()));
}

process.once("exit", () => {
  for (const child of running.keys()) child.kill();
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => void stopAll().finally(() => process.exit(1)));
}
