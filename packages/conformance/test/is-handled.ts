import type { ConformanceCaseInfo } from "@knowledge-base/conformance";

/** Cases whose requests are not those of an operation, so that they do not reach the handlers of msw. */
const unhandled = ["unknown-path", "unknown-method", "path-parameter-required", "version-prefix"];

/** Number of cases that {@link isHandled} leaves out. */
export const unhandledCount = unhandled.length;

/** Returns whether the requests of a case reach the handlers of msw. */
export function isHandled({ id }: ConformanceCaseInfo): boolean {
  return !unhandled.some((name) => id === `errors/${name}`);
}
