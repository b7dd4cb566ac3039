/**
 * Controls of a reference server over HTTP: a `fetch` that handles them, and their client.
 *
 * @module
 */

export type { ConnectedOrganization, ConnectedServer } from "./http-control/connect.ts";
export { connect } from "./http-control/connect.ts";
export { withControl } from "./http-control/with-control.ts";
