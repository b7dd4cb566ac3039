/**
 * Serves the reference server over HTTP with Node.
 *
 * @module
 */
export type { Listener } from "./node/listen.ts";
export { listen } from "./node/listen.ts";
