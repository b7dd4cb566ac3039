/**
 * Conformance suite for any implementation of the knowledge-base service.
 *
 * @module
 */
export { ConformanceError } from "./conformance-error.ts";
export type { ConformanceResult } from "./run-conformance.ts";
export { runConformance } from "./run-conformance.ts";
export type { Target } from "./target.ts";
