import { createHandlers } from "@knowledge-base/server/msw";
import { setupServer } from "msw/node";
import { onTestFinished } from "vitest";

// Options with which msw fails every request that no handler matches: the first is that of msw 2, the second that of msw 3.
const strict = { onUnhandledRequest: "error", onUnhandledFrame: "error" } as const;

/** Intercepts the global fetch with the handlers of a server until the test has finished. */
export function intercept(...input: Parameters<typeof createHandlers>): ReturnType<typeof setupServer> {
  const interception = setupServer(...createHandlers(...input));
  interception.listen(strict);
  onTestFinished(() => interception.close());
  return interception;
}
