/**
 * Conformance suite for any implementation of the knowledge-base service.
 *
 * @module
 */

export { conformanceCases } from "./cases/all-cases.ts";
export { formatJUnit } from "./report/junit.ts";
export type { ConformanceReport, ConformanceResult } from "./report/report.ts";
export { formatText } from "./report/text.ts";
export { runConformance } from "./run/run-conformance.ts";
export type { Setup, Target } from "./target/target.ts";
export { TargetError } from "./target/target-error.ts";
