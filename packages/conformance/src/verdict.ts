import type { ConformanceReport } from "./report.ts";

/** Tells in words whether an implementation conforms. */
export function verdict({ passed, failed, differs }: ConformanceReport["counts"]): string {
  if (failed > 0) return "Does not conform";
  if (passed > 0) return "Conforms, as far as it was checked";
  return differs > 0 ? "Nothing passed" : "Nothing was checked";
}
