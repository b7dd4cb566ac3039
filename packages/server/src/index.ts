/**
 * In-memory reference server of the knowledge-base service.
 *
 * @module
 */

export type { Fetch } from "./adapters/fetch.ts";
export { choices } from "./choices.ts";
export type { Clock } from "./clock.ts";
export type { ApiKeysControl, CreateApiKeyInput, UpdateApiKeyInput } from "./control/api-keys/api-keys-control.ts";
export type { BindingsControl, CreateBindingInput, SetBindingInput } from "./control/bindings/bindings-control.ts";
export type {
  BrainsControl,
  CreateBrainInput,
  ReportConnectionInput,
  UpdateBrainInput,
} from "./control/brains/brains-control.ts";
export type {
  ChannelInput,
  ChannelsControl,
  CreateChannelInput,
  UpdateChannelInput,
} from "./control/channels/channels-control.ts";
export type { ClockControl, Time } from "./control/clock/clock-control.ts";
export type { ControlErrorCode } from "./control/control-error.ts";
export { ControlError } from "./control/control-error.ts";
export type { OrganizationControl, ServerControl, ServerOrganization, TestTools } from "./control/controls.ts";
export type { DeliveriesControl } from "./control/deliveries/deliveries-control.ts";
export type { FaultsControl } from "./control/faults/faults-control.ts";
export type {
  CreateInstallationInput,
  InstallationStatus,
  InstallationsControl,
  UpdateInstallationInput,
  WorkspaceInput,
} from "./control/installations/installations-control.ts";
export type { JournalControl } from "./control/journal/journal-control.ts";
export type {
  ApproveAuthorizationInput,
  ApprovedAuthorization,
  ConfirmAuthorizationInput,
  DeniedAuthorization,
  DenyAuthorizationInput,
  OAuthControl,
} from "./control/oauth/oauth-control.ts";
export type {
  CreatedOrganization,
  CreateOrganizationInput,
  OrganizationsControl,
  UpdateOrganizationInput,
} from "./control/organizations/organizations-control.ts";
export type {
  AttachSourceInput,
  CompilePageInput,
  CreatePageInput,
  EditPageInput,
  MarkedStatus,
  MarkPageInput,
  PageAddress,
  PageContent,
} from "./control/pages/page-inputs.ts";
export type { PagesControl } from "./control/pages/pages-control.ts";
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
  FaultMoment,
  FaultTarget,
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
