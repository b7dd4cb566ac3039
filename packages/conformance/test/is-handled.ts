import type { ConformanceCaseInfo } from "@knowledge-base/conformance";

/** Returns whether the requests of a case reach the handlers of msw: those that are not in the contract do not. */
export function isHandled({ id }: ConformanceCaseInfo): boolean {
  return id !== "errors/unknown-path" && id !== "errors/unknown-method";
}
