import { spawnSync } from "node:child_process";

/** Whether this machine lacks one of the programs. What cannot be tested for that reason is told. */
export function isMissing(...programs: readonly string[]): boolean {
  const missing = programs.filter((program) => spawnSync(program, ["--version"]).status !== 0);
  for (const program of missing)
    process.stderr.write(`A part of the guide is not tested: there is no ${program} here.\n`);
  return missing.length > 0;
}
