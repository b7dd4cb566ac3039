import { type Bar, bars } from "./bars.ts";
import type { BenchmarkId } from "./benchmarks.ts";
import type { MeasuredFigure } from "./figures.ts";
import type { Measurements } from "./measurements.ts";
import type { Unit } from "./units.ts";

export type BarStatus = "met" | "missed" | "not measured";

/** A bar with its latest measured value. */
export interface EvaluatedBar {
  readonly id: string;
  readonly what: string;
  readonly limit: number;
  readonly unit: Unit;
  readonly benchmark: BenchmarkId;
  readonly status: BarStatus;
  readonly measured?: number;
  readonly note?: string;
  readonly measuredAt?: string;
  /** What prevents the bar from being met. */
  readonly explanation?: string;
  /** The explanation of a bar that is met, which is not true any more. */
  readonly outdatedExplanation?: string;
}

/** Compares the measured values with the bars. */
export function evaluateBars(
  measurements: Measurements,
  table: Readonly<Record<string, Bar>> = bars,
): readonly EvaluatedBar[] {
  return Object.entries(table).map(([id, { what, limit, unit, benchmark, explanation }]) => {
    const bar = { id, what, limit, unit, benchmark };
    const measurement = measurements[benchmark];
    const figure = (measurement?.figures as Readonly<Record<string, MeasuredFigure>> | undefined)?.[id];
    if (!measurement || !figure) return { ...bar, status: "not measured" };
    const { value: measured, note } = figure;
    const result = { ...bar, measured, ...(note !== undefined && { note }), measuredAt: measurement.measuredAt };
    const isMet = measured <= limit;
    if (explanation === undefined) return { ...result, status: isMet ? "met" : "missed" };
    if (isMet) return { ...result, status: "met", outdatedExplanation: explanation };
    return { ...result, status: "missed", explanation };
  });
}

/** Returns the bars that are missed although nothing explains it. */
export function findUnexplained(evaluated: readonly EvaluatedBar[]): readonly EvaluatedBar[] {
  return evaluated.filter(({ status, explanation }) => status === "missed" && explanation === undefined);
}

/** Returns the bars that are met although an explanation says why they are missed. */
export function findOutdated(evaluated: readonly EvaluatedBar[]): readonly EvaluatedBar[] {
  return evaluated.filter(({ outdatedExplanation }) => outdatedExplanation !== undefined);
}
