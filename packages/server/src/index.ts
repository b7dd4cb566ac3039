/**
 * In-memory reference server of the knowledge-base service.
 *
 * @module
 */

export type { OrganizationControl, ServerControl } from "./control/groups.ts";
export type { RequestFailures } from "./http/implementation.ts";
export type { Implementation, OperationContext } from "./http/operations.ts";
export { implement } from "./http/operations.ts";
export type { BindingsControl } from "./messaging/bindings-control.ts";
export type { ChannelsControl } from "./messaging/channels-control.ts";
export type { Delivery } from "./messaging/delivery.ts";
export type { InstallationsControl } from "./messaging/installations-control.ts";
export type { Installation, StoredBinding, StoredChannel } from "./messaging/messaging-records.ts";
export type { OAuthControl } from "./messaging/oauth-control.ts";
export type { ApiKeysControl } from "./organizations/api-keys-control.ts";
export type { BrainsControl } from "./organizations/brains-control.ts";
export type { ReferenceServerOptions } from "./organizations/options.ts";
export type { ApiKey, Brain, Organization } from "./organizations/organization-records.ts";
export type { OrganizationsControl } from "./organizations/organizations-control.ts";
export type { ReferenceServer } from "./organizations/reference-server.ts";
export { createReferenceServer } from "./organizations/reference-server.ts";
export type { Connection, ServerOrganization } from "./organizations/server-organization.ts";
export type { PagesControl } from "./pages/pages-control.ts";
export type { StoredPage } from "./pages/stored-page.ts";
export { choices } from "./state/choices.ts";
export { ControlError } from "./state/control-error.ts";
export type { State, StateInput } from "./state/state.ts";
export type { ClockControl } from "./test-tools/clock-control.ts";
export type { DeliveriesControl } from "./test-tools/deliveries-control.ts";
export type { AnyOperationId, Fault, PlannedFault } from "./test-tools/faults.ts";
export type { FaultsControl } from "./test-tools/faults-control.ts";
export type { JournalControl } from "./test-tools/journal-control.ts";
export type { JournalEntry } from "./test-tools/journal-entry.ts";
export type { LatencyRange } from "./test-tools/latency.ts";
