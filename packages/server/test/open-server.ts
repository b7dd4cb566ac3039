import { createReferenceServer, type ReferenceServer, type ReferenceServerOptions } from "@knowledge-base/server";
import { buildState } from "./build-state.ts";

/** The time at which the clocks of the tests stand still. */
export const frozen = "2026-07-01T12:00:00.000Z";

/** A server with the small world and a clock that stands still. */
export function openServer(options: ReferenceServerOptions = {}): ReferenceServer {
  return createReferenceServer({ seed: buildState(), clock: { now: () => Date.parse(frozen) }, ...options });
}
