import { existsSync } from "node:fs";
import { lstat, mkdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { escapeControlCharacters, messageOf } from "@knowledge-base/internal";
import { CommandError, type Output, print } from "@knowledge-base/internal/command-line";
import { exitCodes } from "./flags.ts";

// Before the flags are checked: an older report would pass for the report of a run that doesn't start.
export async function prepareReports(args: readonly string[]): Promise<void> {
  const report = { type: "string", multiple: true } as const;
  const { values } = parseArgs({ args: [...args], strict: false, options: { json: report, junit: report } });
  if (values["help"] || values["version"] || values["list"]) return;
  const problems: unknown[] = [];
  // One after the other: they may be the same file.
  for (const path of [values.json, values.junit].flat()) {
    await prepareReport(path).catch((error: unknown) => problems.push(error));
  }
  if (problems.length > 0) throw problems[0];
}

async function prepareReport(path: string | boolean | undefined): Promise<void> {
  if (typeof path !== "string" || path === "-") return;
  const found = await stat(path).catch(() => undefined);
  // A pipe or a device.
  if (found && !found.isFile() && !found.isDirectory()) return;
  try {
    await makeFolder(dirname(path));
    await writeFile(path, "");
    if ((await lstat(path)).isFile()) await rm(path);
  } catch (error) {
    throw reportFailed(path, error, exitCodes.notStarted);
  }
}

// A recursive `mkdir` of Node never ends below /proc.
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path).catch((error: unknown) => {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw error;
  });
}

export async function writeReport(path: string | undefined, text: string, stdout?: Output): Promise<void> {
  if (path === undefined) return;
  if (path === "-") return print(text, stdout);
  await writeFile(path, `${text}\n`).catch((error: unknown) => {
    throw reportFailed(path, error, exitCodes.notFinished);
  });
}

function reportFailed(path: string, error: unknown, exitCode: number): CommandError {
  const message = `Failed to write the report to ${path}: ${messageOf(error)}. Use a writable path.`;
  return new CommandError(exitCode, message, { cause: error });
}

// Inside the strings of JSON an escaped character means the same.
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2).split("\n").map(escapeControlCharacters).join("\n");
}
