import { spawn } from "node:child_process";

/** Runs a program in a folder, and rejects with what it printed if it fails. */
export async function runProgram(command: string, args: readonly string[], folder: string): Promise<void> {
  const child = spawn(command, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (data) => {
    output += data;
  });
  child.stderr.on("data", (data) => {
    output += data;
  });
  const status = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed in ${folder}.\n${output}`);
}
