/**
 * Control of a reference server over HTTP: what a server offers to programs elsewhere, and the client for it.
 *
 * @module
 */
export type { ConnectedServer, ConnectOptions, Remote } from "./remote/connect.ts";
export { connect } from "./remote/connect.ts";
export { controlDocument } from "./remote/control-document.ts";
export { withControl } from "./remote/with-control.ts";
