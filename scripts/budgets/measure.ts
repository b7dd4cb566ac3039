/** A figure of a benchmark, which prints it as a line of JSON. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** Details for a reader, such as the two times of a ratio. */
  readonly note?: string;
}

export function printFigure(figure: Figure): void {
  console.log(JSON.stringify(figure));
}

/** Returns the value in the middle, or NaN if there are no values. */
export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export type Call = () => unknown;

/** Returns the microseconds of CPU time that a call takes on average. */
export async function cpuTimeOf(call: Call, count: number): Promise<number> {
  const start = process.cpuUsage();
  for (let index = 0; index < count; index += 1) await call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / count;
}

const rounds = 20;
const warmUpRounds = 5;

/** Prints the CPU time of a call, relative to a reference. The two take turns; the figure is the median of the ratios. */
export async function compareCalls(name: string, call: Call, reference: Call, callsPerRound: number): Promise<void> {
  const times: number[] = [];
  const referenceTimes: number[] = [];
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    times.push(await cpuTimeOf(call, callsPerRound));
    referenceTimes.push(await cpuTimeOf(reference, callsPerRound));
  }
  const ratios = times.map((time, round) => time / (referenceTimes[round] ?? Number.NaN)).slice(warmUpRounds);
  const microseconds = (all: readonly number[]) => `${median(all.slice(warmUpRounds)).toFixed(1)} µs`;
  const note = `${microseconds(times)} and ${microseconds(referenceTimes)}`;
  printFigure({ name, value: median(ratios), note });
}
