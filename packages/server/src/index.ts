/**
 * In-memory reference server of the knowledge-base service.
 *
 * @module
 */

export type { Fetch } from "./adapters/fetch.ts";
export { choices } from "./choices.ts";
export type { Clock } from "./clock.ts";
export type { ApiKeysControl, CreateApiKeyInput, UpdateApiKeyInput } from "./control/api-keys.ts";
export type { BindingsControl, CreateBindingInput, UpdateBindingInput } from "./control/bindings.ts";
export type {
  BrainsControl,
  CreateBrainInput,
  ReportConnectionInput,
  UpdateBrainInput,
} from "./control/brains.ts";
export type {
  ChannelInput,
  ChannelsControl,
  CreateChannelInput,
  UpdateChannelInput,
} from "./control/channels.ts";
export type { ClockControl, Time } from "./control/clock.ts";
export type { ControlErrorCode } from "./control/control-error.ts";
export { ControlError } from "./control/control-error.ts";
export type { DeliveriesControl } from "./control/deliveries.ts";
export type { FaultsControl } from "./control/faults.ts";
export type {
  CreateInstallationInput,
  InstallationStatus,
  InstallationsControl,
  UpdateInstallationInput,
  WorkspaceInput,
} from "./control/installations.ts";
export type { JournalControl } from "./control/journal.ts";
export type {
  ApproveAuthorizationInput,
  ApprovedAuthorization,
  ConfirmAuthorizationInput,
  DeniedAuthorization,
  DenyAuthorizationInput,
  OAuthControl,
} from "./control/oauth.ts";
export type {
  CreatedOrganization,
  CreateOrganizationInput,
  OrganizationsControl,
  UpdateOrganizationInput,
} from "./control/organizations.ts";
export type { AttachSourceInput, CreatePageInput, PageContent } from "./control/page-content.ts";
export type {
  CompilePageInput,
  EditPageInput,
  MarkedStatus,
  MarkPageInput,
  PageAddress,
  PagesControl,
} from "./control/pages.ts";
export type { OrganizationControl, ServerControl, ServerOrganization, TestTools } from "./control/server-control.ts";
export type {
  Delivery,
  DeliveryFilter,
  DeliveryKind,
  NotificationReport,
  SkippedBinding,
  WaitForDelivery,
} from "./deliveries/delivery.ts";
export type {
  ConnectionResetFault,
  Fault,
  FaultTarget,
  FaultTiming,
  GatewayHtmlFault,
  HangFault,
  LatencyFault,
  PlannedFault,
  StalledBodyFault,
  StatusFault,
  TruncatedJsonFault,
} from "./faults/fault.ts";
export type { JournalEntry, JournalFilter, JournalReason } from "./journal/journal-entry.ts";
export type { ReferenceServer } from "./reference-server.ts";
export { createReferenceServer } from "./reference-server.ts";
export type { ReferenceServerOptions } from "./reference-server-options.ts";
export type {
  ApiKey,
  Brain,
  Installation,
  Organization,
  State,
  StoredBinding,
  StoredChannel,
  StoredPage,
} from "./store/state.ts";
export type { StateProblem } from "./store/state-error.ts";
export { StateError } from "./store/state-error.ts";
