/**
 * Conformance suite for any implementation of the knowledge-base service.
 *
 * @module
 */

export type { CaseNeeds } from "./case-needs.ts";
export { conformanceCases } from "./conformance-cases.ts";
export type { ConformanceOptions } from "./conformance-options.ts";
export { formatJUnit } from "./format-junit.ts";
export { formatText } from "./format-text.ts";
export type {
  CaseLevel,
  CaseStatus,
  ConformanceCaseInfo,
  ConformanceReport,
  ConformanceResult,
} from "./report.ts";
export { runConformance } from "./run-conformance.ts";
export type { Target } from "./target.ts";
export type { ControlName, NotificationKind, TargetControls, TargetPage } from "./target-controls.ts";
export { TargetError } from "./target-error.ts";
export type { RecordName, TargetRecords } from "./target-records.ts";
