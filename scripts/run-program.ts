import { spawn } from "node:child_process";

/** Runs a program in a folder. Resolves with its standard output, and rejects with all of its output if it fails. */
export async function runProgram(command: string, args: readonly string[], folder: string): Promise<string> {
  const child = spawn(command, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  const status = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (status === 0) return stdout;
  throw new Error(`Failed to run ${command} ${args.join(" ")} in ${folder}.\n${output}`);
}
