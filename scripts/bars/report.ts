import { bars } from "./bars.ts";
import { type Benchmark, benchmarks } from "./benchmarks.ts";
import { type EvaluatedBar, findOutdated, findUnexplained } from "./evaluate-bars.ts";
import type { Machine } from "./machine.ts";
import { formatValue } from "./units.ts";

/** Why benchmarks have no new measurement, by their ids. */
export type Obstacles = ReadonlyMap<string, string>;

/** Returns the text that `npm run bars` prints at its end. */
export function formatReport(evaluated: readonly EvaluatedBar[], obstacles: Obstacles, startedAt: string): string {
  const lines = formatColumns([
    ["bar", "limit", "measured", "result", "what"],
    ...evaluated.map((bar) => [
      bar.id,
      formatValue(bar.limit, bar.unit),
      bar.measured === undefined ? "" : formatValue(bar.measured, bar.unit),
      describeResult(bar, startedAt),
      bar.what.replaceAll("`", "") + (bar.note === undefined ? "" : `; ${bar.note}`),
    ]),
  ]);
  return [...lines, "", ...formatProblems(evaluated, obstacles)].join("\n");
}

/** Returns the list of what `npm run bars` measures. */
export function formatHelp(): string {
  return `Usage: npm run bars -- [options] [names]

Measures the bars of this project one after the other, prints them, writes docs/bars.json and updates the guide on
performance, docs/guides/performance.md. Names of bars, areas (the part of a bar before the dot) or benchmarks select what
runs; everything else keeps its value, with the date and the machine of its measurement. Run it on an idle machine.

  --short  makes few measurements, only to see that the benchmarks work; changes no file
  --help   prints this text

The exit status is 1 if a bar is missed without an explanation in scripts/bars/bars.ts, or if a benchmark fails. Bars that are
missed with an explanation, and those that cannot be measured on this machine, are only reported.

Bars:
${indent(formatColumns(Object.entries(bars).map(([id, { what, limit, unit }]) => [id, formatValue(limit, unit), what.replaceAll("`", "")])))}

Benchmarks:
${indent(formatColumns(Object.entries<Benchmark>(benchmarks).map(([id, { what, program }]) => [id, what.replaceAll("`", ""), program])))}`;
}

export function formatMachine({ cpu, cores, memoryGigabytes, system, node }: Machine): string {
  return `Node ${node} on ${cores} cores of ${cpu}, ${memoryGigabytes} GB, ${system}`;
}

function describeResult({ status, measuredAt }: EvaluatedBar, startedAt: string): string {
  const isOld = measuredAt !== undefined && measuredAt < startedAt;
  return isOld ? `${status} on ${measuredAt.slice(0, 10)}` : status;
}

function formatProblems(evaluated: readonly EvaluatedBar[], obstacles: Obstacles): readonly string[] {
  const missed = evaluated.filter(({ status }) => status === "missed");
  const unmeasured = evaluated.filter(({ status }) => status === "not measured");
  return [
    ...missed.map(({ id, explanation }) => `${id} is missed. ${explanation ?? "There is no explanation."}`),
    ...Array.from(obstacles, ([id, obstacle]) => `${id} was not measured: ${obstacle}`),
    ...unmeasured.map(({ id, benchmark }) => `${id} has no value. Run npm run bars -- ${benchmark}.`),
    ...findUnexplained(evaluated).map(
      ({ id }) => `Meet the bar ${id}, or explain in scripts/bars/bars.ts what prevents it.`,
    ),
    ...findOutdated(evaluated).map(
      ({ id }) => `${id} is met. Its explanation in scripts/bars/bars.ts is outdated, unless it is met only sometimes.`,
    ),
  ];
}

function formatColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function indent(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join("\n");
}
