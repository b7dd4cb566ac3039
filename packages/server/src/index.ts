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
export type { ClockControl, ClockStatus, Time } from "./control/clock.ts";
export type { ControlErrorCode } from "./control/control-error.ts";
export { ControlError } from "./control/control-error.ts";
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
} from "./control/oauth.ts";
export type { LoadedState, LoadStateOptions, OrganizationRecords } from "./control/organization-records.ts";
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
export type { PendingAuthorizationsInput } from "./control/pending-authorizations.ts";
export type { RankedPage, RankPagesInput } from "./control/rank-pages.ts";
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
export type { StartedAuthorization } from "./oauth/started-authorization.ts";
export type {
  AuthorizationProgress,
  AuthorizedWorkspace,
  ClockProgress,
  DecidedAuthorization,
  IdsProgress,
  Progress,
  ResetProgress,
} from "./progress.ts";
export type { RandomPosition } from "./random.ts";
export type { ReferenceServer } from "./reference-server.ts";
export { createReferenceServer } from "./reference-server.ts";
export type { ReferenceServerOptions } from "./reference-server-options.ts";
export type { ServerOrganization } from "./server-organization.ts";
export type { OnChange } from "./store/change-feed.ts";
export type { ApiKeyLoading } from "./store/load-organization.ts";
export type { RecordEntry, RecordIdentities, RecordReference } from "./store/record-entry.ts";
export { replayChanges } from "./store/replay-changes.ts";
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
export type {
  ChangeStep,
  ClearRecords,
  DeleteRecord,
  PutRecord,
  StateChange,
} from "./store/state-change.ts";
export type { StateProblem } from "./store/state-error.ts";
export { StateError } from "./store/state-error.ts";
export type {
  ApiKeyInput,
  BrainInput,
  InstallationInput,
  OrganizationInput,
  StateInput,
  StoredBindingInput,
  StoredChannelInput,
} from "./store/state-input.ts";
export type { AttachSourceInput, StoredPageInput } from "./store/stored-page-input.ts";
