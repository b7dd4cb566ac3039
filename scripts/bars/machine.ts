import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

/** The machine of a measurement. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly system: string;
  readonly node: string;
}

/** What else the machine did before a measurement. */
export interface Load {
  /** Number of processes that wanted to run, on average in the minute before `npm run bars`. */
  readonly loadAverage: number;
  /** Percentage of its cores that other programs used in the second before the benchmark. */
  readonly busyPercent: number;
}

/** Above this percentage, a machine is not idle. */
const idlePercent = 5;

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${/^\d+\.\d+/.exec(release())?.[0] ?? ""}`.trim(),
    node: process.versions.node,
  };
}

/** Returns the number of processes that wanted to run, on average in the last minute. */
export function readLoadAverage(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100;
}

/** Waits a second, and returns the percentage of the cores that programs used meanwhile. */
export async function measureBusyPercent(): Promise<number> {
  const before = sumTimes();
  await wait(1000);
  const after = sumTimes();
  return Math.round((100 * (after.busy - before.busy)) / (after.all - before.all));
}

export function isIdle({ busyPercent }: Load): boolean {
  return busyPercent <= idlePercent;
}

function sumTimes(): { readonly busy: number; readonly all: number } {
  const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({ busy: user + nice + sys + irq, idle }));
  const busy = times.reduce((sum, time) => sum + time.busy, 0);
  return { busy, all: times.reduce((sum, { idle }) => sum + idle, busy) };
}
