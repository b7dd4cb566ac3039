import type { ConformanceCaseInfo } from "@knowledge-base/conformance";

const unhandledCases: readonly string[] = [
  "errors/path-parameter-required",
  "errors/unknown-method",
  "errors/unknown-path",
  "errors/version-prefix",
];

/** Returns whether the requests of a case reach the handlers of msw: those that are not in the contract do not. */
export function isHandled({ id }: ConformanceCaseInfo): boolean {
  return !unhandledCases.includes(id);
}
