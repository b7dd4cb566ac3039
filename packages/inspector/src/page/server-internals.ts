// What the page needs of the server, and no entry exports, because applications have no use for it: the tables from which the forms
// follow, and what only this page reads over HTTP itself.

export type { HttpControlError } from "../../../server/src/basics/control-error.ts";
export type { ServerChanges } from "../../../server/src/control/server-control.ts";
export { recordKinds } from "../../../server/src/state/record-kinds.ts";
export type { RecordKind } from "../../../server/src/state/state.ts";
export { type FaultField, type FaultKind, faultKinds } from "../../../server/src/test-tools/fault-kinds.ts";
