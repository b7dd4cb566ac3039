import { createReferenceServer, type ReferenceServer, type ReferenceServerOptions } from "@knowledge-base/server";
import { buildState } from "./build-state.ts";

/** Time of the frozen clocks of the tests. */
export const frozenTime = "2026-07-01T12:00:00.000Z";

/** Creates a server with the state of {@link buildState} and a frozen clock. */
export function openServer(options: ReferenceServerOptions = {}): ReferenceServer {
  return createReferenceServer({ seed: buildState(), clock: { now: () => Date.parse(frozenTime) }, ...options });
}
