import type { ClockPosition } from "../basics/time.ts";
import type {
  Authorization,
  Installation,
  InstallationInput,
  StoredBinding,
  StoredBindingInput,
  StoredChannel,
  StoredChannelInput,
} from "../messaging/messaging-records.ts";
import type {
  ApiKey,
  ApiKeyInput,
  Brain,
  BrainInput,
  Organization,
  OrganizationInput,
} from "../organizations/organization-records.ts";
import type { StoredPage, StoredPageInput } from "../pages/stored-page.ts";

/**
 * All records of a server as JSON: the format of seeds, snapshots and state files. Ids are unique within an organization, API
 * keys within the server.
 */
export interface State {
  /** Version of this format. */
  readonly version: 1;
  /** Organizations. They own all other records and are isolated from each other. */
  readonly organizations: readonly Organization[];
  /** API keys. */
  readonly apiKeys: readonly ApiKey[];
  /** Brains. */
  readonly brains: readonly Brain[];
  /** Pages of the brains. */
  readonly pages: readonly StoredPage[];
  /** Installations of the service's bot in workspaces of the messaging platform. */
  readonly installations: readonly Installation[];
  /** Channels that the bot sees in the installations. */
  readonly channels: readonly StoredChannel[];
  /** Bindings of channels to brains. */
  readonly bindings: readonly StoredBinding[];
  /**
   * Authorizations that were started, and what became of them.
   *
   * @default none
   */
  readonly authorizations?: readonly Authorization[] | undefined;
  /**
   * Number of ids that the server has generated for organizations, so that none is given twice after a restart.
   *
   * @default 0
   */
  readonly idPosition?: number | undefined;
  /**
   * How the clock of the server differs from the clock of the machine.
   *
   * @default it doesn't
   */
  readonly clock?: ClockPosition | undefined;
}

/** The name of a kind of records: the name of its array in a state. */
export type KindName = Exclude<keyof State, "version" | "idPosition" | "clock">;

/** The record of each kind. */
export type Records = { readonly [Name in KindName]: NonNullable<State[Name]>[number] };

/** A kind whose records belong to a record of another kind. */
export type ChildKindName = Exclude<KindName, "organizations">;

/** A kind whose records have records of other kinds. */
export type ParentKindName = "organizations" | "brains" | "installations";

/** A record below an organization, with its kind. */
export type ChildEntry = {
  readonly [Kind in ChildKindName]: { readonly kind: Kind; readonly record: Records[Kind] };
}[ChildKindName];

/**
 * The records of a seed or a state file. Omitted fields are empty arrays; fields of records have defaults of their own.
 *
 * @see [The state format](../../../../docs/reference/state-format.md)
 */
export interface StateInput extends Pick<State, "authorizations" | "idPosition" | "clock"> {
  /** Version of this format. */
  readonly version: 1;
  /** Organizations. They own all other records and are isolated from each other. */
  readonly organizations?: readonly OrganizationInput[] | undefined;
  /** API keys. */
  readonly apiKeys?: readonly ApiKeyInput[] | undefined;
  /** Brains. */
  readonly brains?: readonly BrainInput[] | undefined;
  /** Pages of the brains. */
  readonly pages?: readonly StoredPageInput[] | undefined;
  /** Installations of the service's bot in workspaces of the messaging platform. */
  readonly installations?: readonly InstallationInput[] | undefined;
  /** Channels that the bot sees in the installations. */
  readonly channels?: readonly StoredChannelInput[] | undefined;
  /** Bindings of channels to brains. */
  readonly bindings?: readonly StoredBindingInput[] | undefined;
}

/** The record of each kind as a seed has it. */
export type RecordInputs = { readonly [Kind in KindName]: NonNullable<StateInput[Kind]>[number] };
