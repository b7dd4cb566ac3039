import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { root } from "./documents.ts";

/** The environment of the tests, without colours. */
export const toolEnvironment = {
  ...process.env,
  NO_COLOR: "1",
  FORCE_COLOR: "0",
  NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/compiled", root)),
};

/** Runs a script of an installed tool in the root of the repository, and returns its output and exit code. */
export async function runTool(
  script: string,
  args: readonly string[],
): Promise<{ readonly exitCode: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: fileURLToPath(root),
    env: toolEnvironment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close") as Promise<[number | null]>;
  const [[exitCode], output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { exitCode, output: output + errors };
}
