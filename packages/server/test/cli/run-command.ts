import type { SpawnOptions } from "node:child_process";
import { Command, commandLine, type Ending } from "./command.ts";

/** Runs `knowledge-base-server` until it ends by itself. */
export function runCommand(flags: readonly string[], options: SpawnOptions = {}): Promise<Ending> {
  return new Command([...commandLine, ...flags], options).ended;
}
