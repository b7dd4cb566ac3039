/**
 * Control of a reference server over HTTP: the routes of the server and their client.
 *
 * @module
 */
export type { ConnectOptions } from "./remote/connect.ts";
export { connect } from "./remote/connect.ts";
export type { ConnectedServer, Remote } from "./remote/connected-server.ts";
export type { ControlDocument } from "./remote/control-document.ts";
export { controlDocument } from "./remote/control-document.ts";
export { withControl } from "./remote/with-control.ts";
