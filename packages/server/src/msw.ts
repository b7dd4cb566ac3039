/**
 * The reference server as handlers of msw.
 *
 * @module
 */
export { createHandlers } from "./adapters/msw.ts";
