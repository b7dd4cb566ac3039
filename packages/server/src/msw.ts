/**
 * The reference server as handlers of msw, 2.11 or later and 3.
 *
 * @module
 */

export type { MswCopy, Resolver } from "./adapters/msw.ts";
export { createHandlers } from "./adapters/msw.ts";
export type { StrictListenOptions } from "./adapters/strict-listen-options.ts";
export { strictListenOptions } from "./adapters/strict-listen-options.ts";
