/**
 * Conformance suite for any implementation of the knowledge-base service.
 *
 * @module @knowledge-base/conformance
 */

export { conformanceCases } from "./cases/all-cases.ts";
export { formatJUnit } from "./report/junit.ts";
export type {
  CaseLevel,
  CaseStatus,
  Conclusion,
  ConformanceCaseInfo,
  ConformanceReport,
  ConformanceResult,
  Exchange,
  MissingNeed,
} from "./report/report.ts";
export { formatText } from "./report/text.ts";
export { runConformance } from "./run/run-conformance.ts";
export type {
  NotificationKind,
  OAuthCallback,
  PageEdit,
  ShownPage,
  TargetActions,
  TargetBinding,
  TargetPage,
} from "./target/actions.ts";
export type { ConformanceOptions } from "./target/conformance-options.ts";
export type { RecordName, TargetRecords } from "./target/records.ts";
export type { Setup, SetupContext, SetupResult, Target } from "./target/target.ts";
export type { TargetErrorCode } from "./target/target-error.ts";
export { TargetError } from "./target/target-error.ts";
