import { existsSync, readFileSync } from "node:fs";
import * as z from "zod/mini";
import { type BenchmarkId, benchmarks } from "./benchmarks.ts";
import { type FigureId, figures, type MeasuredFigure, type MeasuredFigures } from "./figures.ts";
import type { Load, Machine } from "./machine.ts";

const machineSchema = z.object({
  cpu: z.string(),
  cores: z.number(),
  memoryGigabytes: z.number(),
  system: z.string(),
  node: z.string(),
}) satisfies z.ZodMiniType<Machine>;

const loadSchema = z.object({ loadAverage: z.number(), busyPercent: z.number() }) satisfies z.ZodMiniType<Load>;

const figureSchema = z.object({
  value: z.number(),
  note: z.exactOptional(z.string()),
}) satisfies z.ZodMiniType<MeasuredFigure>;

const documentSchema = z.object({
  measurements: z.record(
    z.string(),
    z.object({
      measuredAt: z.iso.datetime(),
      machine: machineSchema,
      load: loadSchema,
      figures: z.record(z.string(), figureSchema),
    }),
  ),
});

/** What one run of a benchmark has measured, and where. */
export interface Measurement {
  readonly measuredAt: string;
  readonly machine: Machine;
  readonly load: Load;
  readonly figures: MeasuredFigures;
}

/** The latest measurement of each benchmark. */
export type Measurements = { readonly [Id in BenchmarkId]?: Measurement };

/** The file that contains the measurements and the bars. */
export const barsFile = "docs/bars.json";

/** Reads the stored measurements. If there is no file, there are none. */
export function readMeasurements(path: string = barsFile): Measurements {
  return existsSync(path) ? parseMeasurements(readFileSync(path, "utf8")) : {};
}

/**
 * Reads measurements from the text of `docs/bars.json`. Benchmarks and figures that do not exist any more are left out.
 *
 * @throws Error if the text is not what `npm run bars` writes
 */
export function parseMeasurements(text: string): Measurements {
  try {
    const { measurements } = z.parse(documentSchema, JSON.parse(text));
    const known = Object.entries(measurements).filter(([id]) => Object.hasOwn(benchmarks, id));
    return Object.fromEntries(known.map(([id, value]) => [id, { ...value, figures: keepKnown(value.figures) }]));
  } catch (cause) {
    const problem = cause instanceof z.core.$ZodError ? z.prettifyError(cause) : String(cause);
    throw new Error(
      `Failed to read ${barsFile}: ${problem}\nRestore the file with git, or delete it and run npm run bars.`,
      { cause },
    );
  }
}

/** Reads the figures that a benchmark has printed as JSON. */
export function parseFigures(text: string): MeasuredFigures {
  return keepKnown(z.parse(z.record(z.string(), figureSchema), JSON.parse(text)));
}

function keepKnown(measured: Readonly<Record<string, MeasuredFigure>>): MeasuredFigures {
  return Object.fromEntries(Object.entries(measured).filter(([id]) => Object.hasOwn(figures, id)));
}

/** Replaces stored measurements by new ones. Returns them in the order of the benchmarks. */
export function mergeMeasurements(stored: Measurements, measured: ReadonlyMap<BenchmarkId, Measurement>): Measurements {
  const ids = Object.keys(benchmarks) as BenchmarkId[];
  const latest = ids.flatMap((id): [BenchmarkId, Measurement][] => {
    const measurement = measured.get(id) ?? stored[id];
    return measurement ? [[id, measurement]] : [];
  });
  return Object.fromEntries(latest);
}

/** Returns a figure from the measurement of its benchmark. */
export function findFigure(measurements: Measurements, id: FigureId): MeasuredFigure | undefined {
  return measurements[figures[id].benchmark]?.figures[id];
}
