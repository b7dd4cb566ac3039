import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { chromium } from "../test/chromium.ts";
import { type Benchmark, type BenchmarkId, benchmarks } from "./benchmarks.ts";
import { figures, type MeasuredFigure, type MeasuredFigures } from "./figures.ts";
import { parseFigures } from "./measurements.ts";

/** Returns why a benchmark cannot run on this machine, or undefined if it can. */
export function findObstacle(id: BenchmarkId): string | undefined {
  const { needsChromium = false }: Benchmark = benchmarks[id];
  if (!needsChromium || existsSync(chromium.path)) return undefined;
  return `there is no Chromium at ${chromium.path}. Install it there, or set CHROMIUM_PATH to its path.`;
}

/**
 * Runs a benchmark in a process of its own, and returns its figures.
 *
 * @throws Error if the process fails, or does not print each figure of the benchmark
 */
export async function runBenchmark(id: BenchmarkId, args: readonly string[]): Promise<MeasuredFigures> {
  const { program, nodeOptions = [] }: Benchmark = benchmarks[id];
  const child = spawn(process.execPath, [...nodeOptions, program, "--json", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = new Promise<string>((resolve, reject) => {
    child.on("error", reject).on("close", (code, signal) => resolve(signal ?? String(code)));
  });
  const [output, ending] = await Promise.all([text(child.stdout), closed]);
  if (ending !== "0") throw new Error(`${program} ended with ${ending}.`);
  return parseOutput(id, output);
}

/** @throws Error if a text is not the JSON that a benchmark has to print */
export function parseOutput(id: BenchmarkId, output: string): MeasuredFigures {
  const measured = parsePrinted(id, output);
  const expected = Object.entries(figures).flatMap(([figure, { benchmark }]) => (benchmark === id ? [figure] : []));
  const missing = expected.filter((figure) => !Object.hasOwn(measured, figure));
  if (missing.length > 0) throw new Error(`The benchmark ${id} did not print ${missing.join(", ")}.`);
  return Object.fromEntries(Object.entries(measured).map(([figure, value]) => [figure, roundFigure(value)]));
}

function parsePrinted(id: BenchmarkId, output: string): MeasuredFigures {
  try {
    return parseFigures(output);
  } catch (cause) {
    throw new Error(`The benchmark ${id} did not print its figures as JSON: ${output.slice(0, 200)}`, { cause });
  }
}

/** Rounds to four digits: measurements are not more precise. Bytes and counts stay as they are. */
function roundFigure({ value, ...rest }: MeasuredFigure): MeasuredFigure {
  return { value: Number.isInteger(value) ? value : Number(value.toPrecision(4)), ...rest };
}
