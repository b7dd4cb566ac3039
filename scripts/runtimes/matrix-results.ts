import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckResult } from "./checks/check.ts";
import { limitations } from "./limitations.ts";
import type { MatrixRow, RowResult, TableName } from "./matrix-row.ts";

const path = join(import.meta.dirname, "results.json");

/** The result of a row, as it is stored for the documents. */
export interface StoredRow {
  readonly id: string;
  readonly table: TableName;
  readonly name: string;
  readonly version: string;
  /** Number of checks that passed, by subject. */
  readonly passed: Readonly<Record<string, number>>;
  /** Checks that cannot pass. */
  readonly limited: readonly string[];
  readonly bytes?: number | undefined;
}

/** Reads the results of the last runs, in the order of the matrix. */
export function readResults(): readonly StoredRow[] {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** Replaces the results of rows that have passed. `order` has the ids of all rows; the results of others are removed. */
export function writeResults(fresh: readonly StoredRow[], order: readonly string[]): void {
  const known = new Map([...readResults(), ...fresh].map((row) => [row.id, row]));
  const rows = order.flatMap((id) => known.get(id) ?? []);
  writeFileSync(path, `${JSON.stringify(rows, null, 2)}\n`);
}

/** The checks of a row, compared with the known limitations. */
export interface Verdict {
  readonly stored: StoredRow;
  /** What is wrong; empty if the row has passed. */
  readonly problems: readonly string[];
}

export function judgeRow({ id, table, name }: MatrixRow, { version, checks, bytes }: RowResult): Verdict {
  const limited = limitations.filter(({ rows }) => rows.includes(id)).flatMap(({ checks: names }) => names);
  const isLimited = (check: CheckResult) => limited.includes(check.name);
  const failed = checks.filter((check) => check.problem !== undefined && !isLimited(check));
  const gone = limited.filter((check) => !checks.some((result) => result.name === check && result.problem !== undefined));
  const passed: Record<string, number> = {};
  for (const { subject, problem } of checks) passed[subject] = (passed[subject] ?? 0) + (problem === undefined ? 1 : 0);
  return {
    stored: { id, table, name, version, passed, limited, ...(bytes !== undefined && { bytes }) },
    problems: [
      ...failed.map((check) => `${check.subject}: ${check.name}\n    ${check.problem?.replaceAll("\n", "\n    ")}`),
      ...gone.map((check) => `${check}\n    It is not limited any more. Remove it from limitations.ts.`),
    ],
  };
}
