/**
 * Controls of a reference server over HTTP: a `fetch` that handles them, and their client.
 *
 * @module
 */
export type { ConnectedServer, ConnectOptions, Remote } from "./remote/connect.ts";
export { connect } from "./remote/connect.ts";
export type { ControlDocument } from "./remote/control-document.ts";
export { createControlDocument } from "./remote/control-document.ts";
export { withControl } from "./remote/with-control.ts";
