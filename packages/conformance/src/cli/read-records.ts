import { findRecordProblems } from "../check-target.ts";
import type { TargetRecords } from "../target-records.ts";
import { readJsonFile } from "./read-json-file.ts";

/** Reads the file with the ids of records. */
export function readRecords(path: string): Promise<TargetRecords> {
  return readJsonFile(path, (content) =>
    findRecordProblems(content).map(({ path: name, message }) => `${name} ${message}`),
  );
}
