import { existsSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { CommandError } from "@knowledge-base/internal/command-line/command-error";
import { type Output, print } from "@knowledge-base/internal/command-line/output";
import { escapeControlCharacters } from "@knowledge-base/internal/escaping";
import { messageOf } from "@knowledge-base/internal/texts";
import { exitCodes } from "./flags.ts";

/** Removes older reports before the flags are checked: they would pass for reports of a run that doesn't start. */
export async function removeReports(args: readonly string[]): Promise<void> {
  const report = { type: "string", multiple: true } as const;
  const { values } = parseArgs({ args: [...args], strict: false, options: { json: report, junit: report } });
  if (values["help"] || values["version"] || values["list"]) return;
  const given = [values.json, values.junit].flat();
  const paths = given.flatMap((path) => (typeof path === "string" && path !== "-" ? path : []));
  await settleAll(paths.map((path) => writeReportFile(path, "", exitCodes.notStarted)));
}

export async function writeReport(path: string | undefined, text: string, stdout?: Output): Promise<void> {
  if (path === undefined) return;
  await (path === "-" ? print(text, stdout) : writeReportFile(path, `${text}\n`, exitCodes.notFinished));
}

async function writeReportFile(path: string, text: string, failedExitCode: number): Promise<void> {
  try {
    createFolder(dirname(path));
    await writeFile(path, text);
    // A program that reads reports would fail because of an empty file. Devices stay.
    if (text === "" && lstatSync(path, { throwIfNoEntry: false })?.isFile()) rmSync(path);
  } catch (error) {
    const message = `Failed to write the report to ${path}: ${messageOf(error)}. Use a writable path.`;
    throw new CommandError(failedExitCode, message, { cause: error });
  }
}

// With its option `recursive`, `mkdir` would never end below /proc.
function createFolder(path: string): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  mkdirSync(path);
}

/** Waits for all promises, and then rejects if one of them did. */
export async function settleAll(promises: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(promises);
  await Promise.all(promises);
}

/** Writes JSON without control characters. Inside its strings an escaped character means the same. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2).split("\n").map(escapeControlCharacters).join("\n");
}
