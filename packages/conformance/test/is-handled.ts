import type { ConformanceCaseInfo } from "@knowledge-base/conformance";

/** Whether the handlers of msw meet a case: of what the contract does not know, nothing reaches the server. */
export function isHandled({ id }: ConformanceCaseInfo): boolean {
  return id !== "errors/unknown-path" && id !== "errors/unknown-method";
}
