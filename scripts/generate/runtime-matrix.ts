import { readFileSync } from "node:fs";
import { allChecks } from "../runtimes/checks/all-checks.ts";
import type { Subject } from "../runtimes/checks/check.ts";
import { limitations } from "../runtimes/limitations.ts";
import { matrix } from "../runtimes/matrix.ts";
import { readResults, type StoredRow } from "../runtimes/matrix-results.ts";
import type { TableName } from "../runtimes/matrix-row.ts";
import { markdownTable } from "./markdown-table.ts";

const rerun = "Run npm run test:runtimes.";

/**
 * Returns the table of the rows that have passed.
 *
 * @throws Error if a row was not run with the version that is installed now
 */
export function runtimeMatrixTable(table: string): string {
  const rows = readCurrentResults().filter((row) => row.table === table);
  const subjects = [...new Set(rows.flatMap((row) => Object.keys(row.subjects)))];
  const hasSizes = rows.some(({ kilobytes }) => kilobytes !== undefined);
  const head = [
    firstColumns[table as TableName],
    "version",
    ...subjects.map(headOf),
    ...(hasSizes ? ["one call"] : []),
  ];
  const cells = rows.map((row) => [
    row.name,
    row.version,
    ...subjects.map((subject) => countOf(row, subject)),
    ...(hasSizes ? [row.kilobytes === undefined ? "" : `${row.kilobytes.toFixed(1)} KB`] : []),
  ]);
  return markdownTable(head, cells);
}

const firstColumns: Readonly<Record<TableName, string>> = {
  runtimes: "runtime",
  bundlers: "bundler",
  frameworks: "framework",
  typescript: "compiler",
};

/** Names of settings are code. */
function headOf(subject: string): string {
  return /^(node\d+|nodenext|bundler)$/.test(subject) ? `\`${subject}\`` : subject;
}

function countOf({ subjects }: StoredRow, subject: string): string {
  const stored = subjects[subject];
  if (!stored) return "";
  const { passed, limited } = stored;
  return limited.length === 0 ? `${passed}` : `${passed} of ${passed + limited.length}`;
}

/** Returns the table of what cannot work, and what to do instead. */
export function limitationsTable(): string {
  const rows = limitations.map(({ rows: ids, reason, workaround }) => [namesOf(ids), reason, workaround]);
  return markdownTable(["where", "what happens", "what you can do"], rows);
}

/** Returns names and versions of rows, such as `Node 22, 24; Deno`. */
function namesOf(ids: readonly string[]): string {
  const rows = ids.flatMap((id) => matrix.filter((row) => row.id === id));
  const versions = Map.groupBy(rows, ({ name }) => name);
  return [...versions]
    .map(([name, named]) => {
      const numbers = named.flatMap(({ id }) => /-(\d[\d.]*)$/.exec(id)?.[1] ?? []);
      return numbers.length === 0 ? name : `${name} ${numbers.join(", ")}`;
    })
    .join("; ");
}

/** Returns the list of the checks of a subject. */
export function runtimeChecksList(subject: string): string {
  const checks = allChecks.filter((check) => check.subject === (subject as Subject));
  return checks.map(({ name }) => `- ${name}`).join("\n");
}

/** @throws Error if a row of the matrix has no result, or that of another version */
function readCurrentResults(): readonly StoredRow[] {
  const stored = new Map(readResults().map((row) => [row.id, row]));
  const pinned = { ...readDependencies("."), ...readDependencies("next-application") };
  return matrix.map(({ id, dependency }) => {
    const row = stored.get(id);
    if (!row) throw new Error(`The runtime matrix has no result of ${id}. ${rerun}`);
    const version = dependency === undefined ? row.version : pinned[dependency]?.replace(/^npm:.*@/, "");
    if (version !== row.version)
      throw new Error(`The runtime matrix has a result of ${id} ${row.version}, but ${version} is installed. ${rerun}`);
    return row;
  });
}

function readDependencies(folder: string): Readonly<Record<string, string>> {
  const path = `scripts/runtimes/${folder}/package.json`;
  const { dependencies, optionalDependencies }: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
    readFileSync(path, "utf8"),
  );
  return { ...dependencies, ...optionalDependencies };
}
