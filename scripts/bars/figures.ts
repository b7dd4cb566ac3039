import { type Bar, bars, type Figure } from "./bars.ts";
import { otherFigures } from "./other-figures.ts";
import { formatValue } from "./units.ts";

/** Everything that benchmarks measure, by its id. */
export const figures = { ...bars, ...otherFigures } as const satisfies Readonly<Record<string, Figure>>;

export type FigureId = keyof typeof figures;

/** A measured value. */
export interface MeasuredFigure {
  readonly value: number;
  /** Whatever a reader has to know, such as the input with the largest cost or the version of a compared package. */
  readonly note?: string;
}

export type MeasuredFigures = { readonly [Id in FigureId]?: MeasuredFigure };

/** Whether a benchmark was started with `--short`: it makes few measurements, only to see that it works. */
export const isShort = process.argv.includes("--short");

/** Returns a number of repetitions, or a small part of it with `--short`. */
export function repetitions(count: number): number {
  return isShort ? Math.ceil(count / 20) : count;
}

/** Prints what a benchmark has measured: as lines, or with `--json` as JSON. */
export function printFigures(measured: MeasuredFigures): void {
  if (process.argv.includes("--json")) console.log(JSON.stringify(measured));
  else for (const [id, figure] of Object.entries(measured)) console.log(describeFigure(id as FigureId, figure));
}

function describeFigure(id: FigureId, { value, note }: MeasuredFigure): string {
  const { what, unit, limit }: Figure & Partial<Bar> = figures[id];
  const bar = limit === undefined ? "" : ` (at most ${formatValue(limit, unit)})`;
  return `${what.replaceAll("`", "")}: ${formatValue(value, unit)}${bar}${note === undefined ? "" : `; ${note}`}`;
}
