import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

const root = resolve(import.meta.dirname, "../../../..");

/** The OpenAPI document as it is committed. */
export const documentPath = resolve(root, "docs/openapi.json");

/** Path of a program of an installed package. */
export function installedPath(path: string): string {
  return resolve(root, "node_modules", path);
}

/** Runs a program of an installed package in a folder. */
export async function runInstalledProgram(folder: string, program: string, ...args: readonly string[]): Promise<void> {
  try {
    await execute(process.execPath, [installedPath(program), ...args], { cwd: folder });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${program} failed:\n${stdout}${stderr}`, { cause: error });
  }
}
