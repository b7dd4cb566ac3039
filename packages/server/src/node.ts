/**
 * Serves the reference server over HTTP with Node.
 *
 * @module @knowledge-base/server/node
 */
export type { CloseOptions, Listener, ListenOptions, TlsOptions } from "./node/listen.ts";
export { listen } from "./node/listen.ts";
