/**
 * Controls of a reference server over HTTP: a `fetch` that handles them, and their client.
 *
 * @module @knowledge-base/server/control
 */

export type { ConnectedOrganization, ConnectedServer, ConnectOptions, Remote } from "./http-control/connect.ts";
export { connect } from "./http-control/connect.ts";
export type { ControlOptions } from "./http-control/with-control.ts";
export { withControl } from "./http-control/with-control.ts";
