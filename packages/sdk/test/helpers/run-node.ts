import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { createRunEnvironment } from "../../../../scripts/test/test-run.ts";

const directory = fileURLToPath(new URL(".", import.meta.url));

/** Runs a program that can import this package in a separate process. */
export async function runNode(program: string) {
  const args = ["--conditions=@knowledge-base/source", "--input-type=module", "--eval", program];
  const child = spawn(process.execPath, args, {
    cwd: directory,
    env: createRunEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { stdout, stderr, code: Number(code) };
}
