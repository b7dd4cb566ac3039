import { spawnSync } from "node:child_process";

/** Returns whether one of the programs is missing on this machine. Prints a warning that tests are skipped. */
export function isMissing(...programs: readonly string[]): boolean {
  const missing = programs.filter((program) => spawnSync(program, ["--version"]).status !== 0);
  for (const program of missing) process.stderr.write(`Tests are skipped: there is no ${program} here.\n`);
  return missing.length > 0;
}
