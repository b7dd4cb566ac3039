import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { formatBarsDocument } from "./bars-document.ts";
import { type Benchmark, type BenchmarkId, benchmarks } from "./benchmarks.ts";
import { evaluateBars, findUnexplained } from "./evaluate-bars.ts";
import { describeMachine, isIdle, measureBusyPercent, readLoadAverage } from "./machine.ts";
import { barsFile, type Measurement, mergeMeasurements, readMeasurements } from "./measurements.ts";
import { formatHelp, formatMachine, formatReport } from "./report.ts";
import { findObstacle, runBenchmark } from "./run-benchmark.ts";
import { selectBenchmarks } from "./select-benchmarks.ts";

// Measures the bars. See `formatHelp` for the arguments.

try {
  const { values, positionals } = parseArgs({
    options: { short: { type: "boolean" }, help: { type: "boolean" } },
    allowPositionals: true,
  });
  if (values.help) console.log(formatHelp());
  else await runBars(selectBenchmarks(positionals), values.short ?? false);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function runBars(ids: readonly BenchmarkId[], isShort: boolean): Promise<void> {
  const stored = readMeasurements();
  const startedAt = new Date().toISOString();
  const loadAverage = readLoadAverage();
  const machine = describeMachine();
  console.error(`${formatMachine(machine)}. Load average: ${loadAverage}.`);
  const needsBuild = (id: BenchmarkId) => (benchmarks[id] satisfies Benchmark as Benchmark).needsBuild;
  if (ids.some(needsBuild)) execFileSync("npm", ["run", "build"], { stdio: ["ignore", process.stderr, "inherit"] });

  const measured = new Map<BenchmarkId, Measurement>();
  const obstacles = new Map<BenchmarkId, string>();
  let hasFailure = false;
  for (const id of ids) {
    const obstacle = findObstacle(id);
    if (obstacle !== undefined) {
      obstacles.set(id, obstacle);
      continue;
    }
    const load = { loadAverage, busyPercent: await measureBusyPercent() };
    console.error(`\n${id}: ${benchmarks[id].what}`);
    if (!isIdle(load)) {
      console.error(`Other programs use ${load.busyPercent} % of the processors. The result is less precise.`);
    }
    const measuredAt = new Date().toISOString();
    try {
      const figures = await runBenchmark(id, isShort ? ["--short"] : []);
      measured.set(id, { measuredAt, machine, load, figures });
    } catch (error) {
      hasFailure = true;
      obstacles.set(id, error instanceof Error ? error.message : String(error));
    }
  }

  const measurements = mergeMeasurements(stored, measured);
  const evaluated = evaluateBars(measurements);
  console.log(`\n${formatReport(evaluated, obstacles, startedAt)}`);
  if (isShort) console.log(`${barsFile} has not changed: few measurements were made.`);
  else {
    writeFileSync(barsFile, formatBarsDocument(measurements));
    execFileSync("npm", ["run", "docs:generate"], { stdio: ["ignore", process.stderr, "inherit"] });
    console.log(`Wrote ${barsFile} and updated docs/guides/performance.md.`);
  }
  if (hasFailure || (!isShort && findUnexplained(evaluated).length > 0)) process.exitCode = 1;
}
