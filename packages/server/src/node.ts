/**
 * Serves the reference server over HTTP with Node.
 *
 * @module
 */
export { listen } from "./node/listen.ts";
export { ListenError } from "./node/listen-error.ts";
export type { ListenOptions } from "./node/listen-options.ts";
export type { CloseOptions, Listener } from "./node/listener.ts";
