/**
 * In-memory reference server of the knowledge-base service.
 *
 * @module @knowledge-base/server
 */

export type { ControlErrorCode, ControlProblem } from "./basics/control-error.ts";
export { ControlError } from "./basics/control-error.ts";
export { choices } from "./basics/specification-choices.ts";
export type { ClockPosition } from "./basics/time.ts";
export type { ListInput, ListOfOrganizationInput } from "./control/crud.ts";
export type { OrganizationControl, ServerControl } from "./control/groups.ts";
export type { LoadedState, LoadStateOptions } from "./control/state-control.ts";
export type { RequestFailures } from "./http/endpoint.ts";
export type { Fetch } from "./http/fetch.ts";
export type {
  BindingAddress,
  BindingsControl,
  CreateBindingInput,
  ListBindingsInput,
  UpdateStoredBindingInput,
} from "./messaging/bindings-control.ts";
export type {
  ChannelAddress,
  ChannelInput,
  ChannelsControl,
  CreateChannelInput,
  ListStoredChannelsInput,
  UpdateChannelInput,
} from "./messaging/channels-control.ts";
export type {
  CreateInstallationInput,
  InstallationAddress,
  InstallationStatus,
  InstallationsControl,
  UpdateInstallationInput,
  WorkspaceInput,
} from "./messaging/installations-control.ts";
export type {
  Authorization,
  AuthorizedWorkspace,
  Installation,
  InstallationInput,
  StoredBinding,
  StoredBindingInput,
  StoredChannel,
  StoredChannelInput,
} from "./messaging/messaging-records.ts";
export type { NotificationReport, SkippedBinding } from "./messaging/notifications.ts";
export type {
  ApproveAuthorizationInput,
  ApprovedAuthorization,
  ConfirmAuthorizationInput,
  DeniedAuthorization,
  DenyAuthorizationInput,
  ListAuthorizationsInput,
  OAuthControl,
} from "./messaging/oauth-control.ts";
export type {
  ApiKeyAddress,
  ApiKeysControl,
  CreateApiKeyInput,
  UpdateApiKeyInput,
} from "./organizations/api-keys-control.ts";
export type {
  BrainsControl,
  CreateBrainInput,
  RankPagesInput,
  ReportConnectionInput,
  UpdateBrainInput,
} from "./organizations/brains-control.ts";
export type {
  ApiKey,
  ApiKeyInput,
  Brain,
  BrainAddress,
  BrainInput,
  Organization,
  OrganizationInput,
} from "./organizations/organization-records.ts";
export type {
  CreatedOrganization,
  CreateOrganizationInput,
  OrganizationAddress,
  OrganizationsControl,
  UpdateOrganizationInput,
} from "./organizations/organizations-control.ts";
export type { RankedPage } from "./pages/page-collection.ts";
export type {
  CompilePageInput,
  EditPageInput,
  MarkedStatus,
  MarkPageInput,
  PageAddress,
} from "./pages/page-edits.ts";
export type {
  CreatePageInput,
  ListPagesInput,
  PagesControl,
  SearchPagesInput,
} from "./pages/pages-control.ts";
export type { AttachSourceInput, PageContent, StoredPage, StoredPageInput } from "./pages/stored-page.ts";
export type { Implementation, OperationContext } from "./reference-server/operations.ts";
export { implement } from "./reference-server/operations.ts";
export type { ReferenceServerOptions } from "./reference-server/options.ts";
export type { ReferenceServer } from "./reference-server/reference-server.ts";
export { createReferenceServer } from "./reference-server/reference-server.ts";
export type { Connection, ServerOrganization } from "./reference-server/server-organization.ts";
export type { ApiKeyLoading } from "./state/load.ts";
export type { State, StateInput } from "./state/state.ts";
export type { OnChange } from "./store/changes.ts";
export type { Clock } from "./test-tools/clock.ts";
export type { ClockControl, ClockStatus, Time } from "./test-tools/clock-control.ts";
export type { DeliveriesControl } from "./test-tools/deliveries-control.ts";
export type { Delivery, DeliveryFilter, DeliveryKind, WaitForDelivery } from "./test-tools/delivery.ts";
export type {
  AnyOperationId,
  BrokenBodyFault,
  CommitFault,
  ConnectionFault,
  CountedFault,
  Fault,
  FaultTarget,
  GatewayFault,
  LatencyFault,
  LatencyRange,
  MergeFault,
  PlannedFault,
  RateLimitFault,
  ResponseFault,
  StatusFault,
} from "./test-tools/fault.ts";
export type { FaultsControl } from "./test-tools/faults-control.ts";
export type { JournalControl } from "./test-tools/journal-control.ts";
export type {
  HeaderValues,
  JournalEntry,
  JournalFilter,
  JournalReason,
  RequestSummary,
  WaitForRequest,
} from "./test-tools/journal-entry.ts";
export type { JsonValue } from "./test-tools/json-value.ts";
