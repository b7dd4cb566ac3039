/**
 * Creates msw handlers for the reference server. Supports msw 2.13 and later, and 3.
 *
 * @module
 */

export type { HandlerOptions, MswCopy, Resolver } from "./msw/create-handlers.ts";
export { createHandlers } from "./msw/create-handlers.ts";
export type { StrictListenOptions } from "./msw/strict-listen-options.ts";
export { strictListenOptions } from "./msw/strict-listen-options.ts";
