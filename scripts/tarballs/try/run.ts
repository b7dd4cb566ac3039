import { spawnSync } from "node:child_process";

/** Runs a program in a folder and gives what it prints, which is shown where it fails. */
export function run(command: string, args: readonly string[], folder: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
  if (status === 0) return stdout;
  throw new Error(`Failed to run ${command} ${args.join(" ")}.\n${stdout}${stderr}`, { cause: error });
}
