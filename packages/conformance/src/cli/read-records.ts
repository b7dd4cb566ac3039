import { readFile } from "node:fs/promises";
import { CommandError, describeSystemError } from "@knowledge-base/command-line";
import { findRecordProblems } from "../check-target.ts";
import type { TargetRecords } from "../target-records.ts";
import { exitCodes } from "./exit-codes.ts";

const advice = "See knowledge-base-conformance --help for its form.";

/**
 * Reads the file with the ids of records.
 *
 * @throws CommandError if it cannot be read, or with every problem of its content
 */
export async function readRecords(path: string): Promise<TargetRecords> {
  const failure = (reason: string, details?: readonly string[]) =>
    new CommandError(exitCodes.badFile, `Failed to read ${path}: ${reason}. ${advice}`, { details });
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw failure(describeSystemError(error));
  });
  const records = parseJson(text);
  if (typeof records !== "object" || records === null || Array.isArray(records)) throw failure("it is no JSON object");
  const details = findRecordProblems(records).map(({ path: name, message }) => `${name} ${message}`);
  if (details.length > 0) throw failure(`${details.length} problem${details.length === 1 ? "" : "s"}`, details);
  return records;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
