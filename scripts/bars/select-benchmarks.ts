import { bars } from "./bars.ts";
import { type BenchmarkId, benchmarks } from "./benchmarks.ts";

const areas: readonly string[] = Array.from(new Set(Object.keys(bars).map(areaOf)));

/**
 * Returns the benchmarks of names, each once, in the order in which they run. Without names it returns all.
 *
 * @throws Error if a name is not that of a bar, an area or a benchmark
 */
export function selectBenchmarks(names: readonly string[]): readonly BenchmarkId[] {
  const all = Object.keys(benchmarks) as BenchmarkId[];
  if (names.length === 0) return all;
  const selected = new Set(names.flatMap(benchmarksOf));
  return all.filter((id) => selected.has(id));
}

function benchmarksOf(name: string): readonly BenchmarkId[] {
  const ofBars = Object.entries(bars)
    .filter(([id]) => id === name || areaOf(id) === name)
    .map(([, { benchmark }]) => benchmark);
  const found = Object.hasOwn(benchmarks, name) ? [...ofBars, name as BenchmarkId] : ofBars;
  if (found.length > 0) return found;
  throw new Error(
    `There is no bar, area or benchmark "${name}". Areas: ${areas.join(", ")}. ` +
      `Benchmarks: ${Object.keys(benchmarks).join(", ")}. npm run bars -- --help lists the bars.`,
  );
}

function areaOf(id: string): string {
  return id.slice(0, id.indexOf("."));
}
