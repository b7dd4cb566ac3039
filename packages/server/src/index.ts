/**
 * In-memory reference server of the knowledge-base service.
 *
 * @module
 */

export type { Fetch } from "./adapters/fetch.ts";
export type { OnChange } from "./changes.ts";
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
export type { ClockControl, ClockStatus, Time } from "./control/clock.ts";
export type { DeliveriesControl } from "./control/deliveries.ts";
export type { FaultsControl } from "./control/faults.ts";
export type { WorkspaceInput } from "./control/install.ts";
export type {
  CreateInstallationInput,
  InstallationStatus,
  InstallationsControl,
  UpdateInstallationInput,
} from "./control/installations.ts";
export type { JournalControl } from "./control/journal.ts";
export type {
  ApproveAuthorizationInput,
  ApprovedAuthorization,
  ConfirmAuthorizationInput,
  DeniedAuthorization,
  DenyAuthorizationInput,
  OAuthControl,
  PendingAuthorizationsInput,
  StartedAuthorization,
} from "./control/oauth.ts";
export type {
  CreatedOrganization,
  CreateOrganizationInput,
  OrganizationsControl,
  UpdateOrganizationInput,
} from "./control/organizations.ts";
export type { CreatePageInput, PageContent } from "./control/page-content.ts";
export type {
  CompilePageInput,
  EditPageInput,
  MarkedStatus,
  MarkPageInput,
  PageAddress,
} from "./control/page-inputs.ts";
export type { PagesControl } from "./control/pages.ts";
export type { RankedPage, RankPagesInput } from "./control/rank-pages.ts";
export type { LoadedState, LoadStateOptions, OrganizationRecords } from "./control/records.ts";
export type { OrganizationControl, ServerControl, TestTools } from "./control/server-control.ts";
export type {
  Delivery,
  DeliveryFilter,
  DeliveryKind,
  DeliveryStats,
  NotificationReport,
  SkippedBinding,
  WaitForDelivery,
} from "./deliveries/delivery.ts";
export type {
  ConnectionResetEffect,
  ConnectionResetFault,
  Fault,
  FaultEffect,
  FaultStep,
  FaultTiming,
  GatewayHtmlEffect,
  GatewayHtmlFault,
  HangEffect,
  HangFault,
  JsonPatchEffect,
  JsonPatchFault,
  LatencyEffect,
  LatencyFault,
  PassStep,
  PlannedFault,
  ResponseEffect,
  ResponseFault,
  SequenceFault,
  StalledBodyEffect,
  StalledBodyFault,
  StatusEffect,
  StatusFault,
  TruncatedJsonEffect,
  TruncatedJsonFault,
} from "./faults/fault.ts";
export type { FaultInput, FaultScope, FaultTarget } from "./faults/fault-target.ts";
export type {
  JsonPatchFromOperation,
  JsonPatchOperation,
  JsonPatchRemoveOperation,
  JsonPatchValueOperation,
} from "./faults/json-patch-operation.ts";
export type {
  HeaderValues,
  JournalEntry,
  JournalFilter,
  JournalReason,
  JournalStats,
  WaitForRequest,
} from "./journal/journal-entry.ts";
export type { RequestSummary } from "./journal/request-summary.ts";
export type { JsonValue } from "./json-value.ts";
export type { ControlErrorCode, ControlProblem } from "./records/errors.ts";
export { ControlError } from "./records/errors.ts";
export type { ApiKeyLoading } from "./records/load-state.ts";
export type {
  ApiKey,
  ApiKeyInput,
  AttachSourceInput,
  Authorization,
  AuthorizedWorkspace,
  Brain,
  BrainInput,
  ClockPosition,
  Installation,
  InstallationInput,
  Organization,
  OrganizationInput,
  State,
  StateInput,
  StoredBinding,
  StoredBindingInput,
  StoredChannel,
  StoredChannelInput,
  StoredPage,
  StoredPageInput,
} from "./records/record-types.ts";
export type { ReferenceServer } from "./reference-server.ts";
export { createReferenceServer } from "./reference-server.ts";
export type { ReferenceServerOptions } from "./reference-server-options.ts";
export type { ServerOrganization } from "./server-organization.ts";
