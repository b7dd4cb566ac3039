import { readFile } from "node:fs/promises";
import { checkRecords } from "../check-target.ts";
import type { TargetRecords } from "../target.ts";
import { CommandError } from "./command-error.ts";
import { exitCodes } from "./exit-codes.ts";

const advice = "See knowledge-base-conformance --help for its form.";

/**
 * Reads the file that says what records exist.
 *
 * @throws {@link CommandError} where it cannot be read, or with every problem of what it says
 */
export async function readRecords(path: string): Promise<TargetRecords> {
  const refuse = (cause: string, details?: readonly string[]) =>
    new CommandError(exitCodes.badFile, `Failed to read ${path}: ${cause}. ${advice}`, details);
  const text = await readFile(path, "utf8").catch((error: Error) => {
    throw refuse(error.message);
  });
  const records = parse(text);
  if (typeof records !== "object" || records === null || Array.isArray(records)) throw refuse("it is no JSON object");
  const problems = checkRecords("", records);
  if (problems.length > 0) throw refuse(`${problems.length} problem${problems.length === 1 ? "" : "s"}`, problems);
  return records;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
