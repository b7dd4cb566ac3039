/**
 * Conformance suite for any implementation of the knowledge-base service.
 *
 * @module
 */

export type { CaseNeeds } from "./case-needs.ts";
export type { CommonCause } from "./common-cause.ts";
export type { Conclusion } from "./conclusion.ts";
export { conformanceCases } from "./conformance-cases.ts";
export type { ConformanceOptions } from "./conformance-options.ts";
export type { Exchange } from "./exchange.ts";
export { formatHtml } from "./format-html.ts";
export { formatJUnit } from "./format-junit.ts";
export { formatText } from "./format-text.ts";
export type { KnownDeviation, KnownDeviations } from "./known-deviation.ts";
export type { MissingNeed } from "./missing-need.ts";
export type {
  CaseLevel,
  CaseStatus,
  ConformanceCaseInfo,
  ConformanceReport,
  ConformanceResult,
  Interruption,
} from "./report.ts";
export { runConformance } from "./run-conformance.ts";
export type { Setup, SetupContext, SetupResult } from "./setup.ts";
export type { Target } from "./target.ts";
export type {
  ControlName,
  NotificationKind,
  OAuthCallback,
  PageEdit,
  ShownPage,
  TargetBinding,
  TargetControls,
  TargetPage,
} from "./target-controls.ts";
export type { TargetErrorCode } from "./target-error.ts";
export { TargetError } from "./target-error.ts";
export type { RecordName, TargetRecords } from "./target-records.ts";
