/**
 * Controls of a reference server over HTTP: a `fetch` that handles them, and their client.
 *
 * @module
 */
export type { ConnectedServer, ConnectOptions, Remote } from "./control-api/connect.ts";
export { connect } from "./control-api/connect.ts";
export type { ControlDocument } from "./control-api/control-document.ts";
export { createControlDocument } from "./control-api/control-document.ts";
export type { ControlOptions } from "./control-api/with-control.ts";
export { inspectorUrl, withControl } from "./control-api/with-control.ts";
export type { ChangedClock, ChangedFault, ChangedRecord, ServerEvents } from "./events/server-events.ts";
export type { FaultChange } from "./faults/fault-change.ts";
