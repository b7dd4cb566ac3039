import type { MeasuredFigures } from "./figures.ts";
import type { Measurement } from "./measurements.ts";

/** A measurement for tests. */
export function measurementOf(figures: MeasuredFigures): Measurement {
  return {
    measuredAt: "2026-03-02T08:15:00.000Z",
    machine: { cpu: "Example", cores: 2, memoryGigabytes: 8, system: "Linux 6.1", node: "24.0.0" },
    load: { loadAverage: 0.1, busyPercent: 1 },
    figures,
  };
}
