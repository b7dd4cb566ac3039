/**
 * Controls of a reference server over HTTP: a `fetch` that handles them, and their client.
 *
 * @module @knowledge-base/server/control
 */

export type { Remote } from "./control/action.ts";
export type { ConnectedOrganization, ConnectedServer, ConnectOptions } from "./control/connect.ts";
export { connect } from "./control/connect.ts";
export type { ControlOptions } from "./control/with-control.ts";
export { withControl } from "./control/with-control.ts";
