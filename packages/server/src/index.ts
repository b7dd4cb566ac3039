/**
 * In-memory reference server of the knowledge-base service.
 *
 * @module
 */

export { choices } from "./choices.ts";
export type { ApiKeysControl } from "./control/api-keys.ts";
export type { BindingsControl } from "./control/bindings.ts";
export type { BrainsControl } from "./control/brains.ts";
export type { ChannelsControl } from "./control/channels.ts";
export type { ClockControl } from "./control/clock.ts";
export type { DeliveriesControl } from "./control/deliveries.ts";
export type { FaultsControl } from "./control/faults.ts";
export type { InstallationsControl } from "./control/installations.ts";
export type { JournalControl } from "./control/journal.ts";
export type { OAuthControl } from "./control/oauth.ts";
export type { OrganizationsControl } from "./control/organizations.ts";
export type { PagesControl } from "./control/pages.ts";
export type { OrganizationControl, ServerControl } from "./control/server-control.ts";
export type { Implementation, OperationContext } from "./custom-operations.ts";
export { implement } from "./custom-operations.ts";
export type { Delivery } from "./deliveries/delivery.ts";
export type { Fault, PlannedFault } from "./faults/fault.ts";
export type { JournalEntry } from "./journal/journal-entry.ts";
export type { AnyOperationId } from "./operation-id.ts";
export type { RequestFailures } from "./operations/http-error.ts";
export { ControlError } from "./records/errors.ts";
export type {
  ApiKey,
  Brain,
  Installation,
  Organization,
  State,
  StateInput,
  StoredBinding,
  StoredChannel,
  StoredPage,
} from "./records/record-types.ts";
export type { ReferenceServer } from "./reference-server.ts";
export { createReferenceServer } from "./reference-server.ts";
export type { ReferenceServerOptions } from "./reference-server-options.ts";
export type { Connection, ServerOrganization } from "./server-organization.ts";
