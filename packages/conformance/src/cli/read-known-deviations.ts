import { findDeviationProblems } from "../find-deviation-problems.ts";
import type { KnownDeviations } from "../known-deviation.ts";
import { readJsonFile } from "./read-json-file.ts";

/** Reads the file with known deviations. */
export async function readKnownDeviations(path: string): Promise<KnownDeviations> {
  return (await readJsonFile(path, findDeviationProblems)) as KnownDeviations;
}
