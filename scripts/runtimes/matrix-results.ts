import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckResult } from "./checks/check.ts";
import { limitations } from "./limitations.ts";
import type { MatrixRow, RowResult, TableName } from "./matrix-row.ts";

const path = join(import.meta.dirname, "results.json");

/** The result of a row that has passed, as it is stored for the documents. */
export interface StoredRow {
  readonly id: string;
  readonly table: TableName;
  readonly name: string;
  readonly version: string;
  readonly subjects: Readonly<Record<string, StoredSubject>>;
  /** Size of a bundle with one call of the client, with one decimal: names of chunks can change a size by a byte. */
  readonly kilobytes?: number | undefined;
}

/** The checks of a subject, such as the client. */
export interface StoredSubject {
  readonly passed: number;
  /** Names of the checks that cannot pass. */
  readonly limited: readonly string[];
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

/** Compares the checks of a row with the limitations. */
export function judgeRow({ id, table, name }: MatrixRow, { version, checks, bytes }: RowResult): Verdict {
  const limited = limitations.filter(({ rows }) => rows.includes(id)).flatMap(({ checks: names }) => names);
  const failed = checks.filter(({ problem }) => problem !== undefined);
  const gone = limited.filter((check) => !failed.some((result) => result.name === check));
  const subjects = Object.groupBy(checks, ({ subject }) => subject);
  return {
    stored: {
      id,
      table,
      name,
      version,
      subjects: Object.fromEntries(Object.entries(subjects).map(([subject, all = []]) => [subject, toStored(all)])),
      ...(bytes !== undefined && { kilobytes: Number((bytes / 1024).toFixed(1)) }),
    },
    problems: [
      ...failed.filter((check) => !limited.includes(check.name)).map(describeFailure),
      ...gone.map((check) => `${check}\n    It is not limited any more. Remove the row from limitations.ts.`),
    ],
  };
}

function toStored(checks: readonly CheckResult[]): StoredSubject {
  const limited = checks.filter(({ problem }) => problem !== undefined).map(({ name }) => name);
  return { passed: checks.length - limited.length, limited };
}

function describeFailure({ subject, name, problem }: CheckResult): string {
  return `${subject}: ${name}\n    ${problem?.replaceAll("\n", "\n    ")}`;
}
