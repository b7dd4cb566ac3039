/**
 * The reference server as handlers of msw, 2.11 or later and 3.
 *
 * @module
 */

export type { MswCopy, Resolver } from "./msw/create-handlers.ts";
export { createHandlers } from "./msw/create-handlers.ts";
export type { StrictListenOptions } from "./msw/strict-listen-options.ts";
export { strictListenOptions } from "./msw/strict-listen-options.ts";
