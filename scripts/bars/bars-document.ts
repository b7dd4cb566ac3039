import { evaluateBars } from "./evaluate-bars.ts";
import type { Measurements } from "./measurements.ts";

/** Returns the text of `docs/bars.json`: the bars with their measured values, and all measurements. */
export function formatBarsDocument(measurements: Measurements): string {
  return `${JSON.stringify({ bars: evaluateBars(measurements), measurements }, undefined, 2)}\n`;
}
