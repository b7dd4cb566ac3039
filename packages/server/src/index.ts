/**
 * In-memory reference server of the knowledge-base service.
 *
 * @module
 */

export type { Fetch } from "./adapters/fetch.ts";
export { choices } from "./choices.ts";
export type { Clock } from "./clock.ts";
export type { ReferenceServer, ReferenceServerOptions } from "./reference-server.ts";
export { createReferenceServer } from "./reference-server.ts";
export type {
  ApiKey,
  Brain,
  Installation,
  Organization,
  State,
  StoredBinding,
  StoredChannel,
  StoredPage,
} from "./store/state.ts";
export type { StateProblem } from "./store/state-error.ts";
export { StateError } from "./store/state-error.ts";
