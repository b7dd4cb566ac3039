import type {
  BindingStatus,
  Bucket,
  BucketSource,
  Channel,
  ChannelBinding,
  Page,
  PageSourceRef,
  PageStatus,
  PageType,
} from "@knowledge-base/types";

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
}

/** An organization, the unit of isolation. */
export interface Organization {
  /** Organization id. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /**
   * URL of the organization's application, to which the platform redirects a user with `code` and `state`.
   *
   * @default a page of the server that shows both
   */
  readonly redirectUrl?: string | undefined;
  /**
   * How the clock of the organization differs from that of the server. Only snapshots and seeds contain it.
   *
   * @default it does not
   */
  readonly clock?: ClockPosition | undefined;
  /**
   * Number of ids that the organization has generated, so that none is given twice after a restart. Only snapshots and seeds
   * contain it.
   *
   * @default 0
   */
  readonly idPosition?: number | undefined;
}

/** How a clock differs from the one that it follows. */
export type ClockPosition = {
  /**
   * Milliseconds by which it is ahead.
   *
   * @default 0
   */
  readonly offset?: number | undefined;
  /**
   * Time at which it was stopped, as an ISO 8601 timestamp.
   *
   * @default it runs
   */
  readonly frozenAt?: string | undefined;
};

/** A key that may call the service. */
export interface ApiKey {
  /** Value of the `x-api-key` header: visible ASCII characters. */
  readonly key: string;
  /** Organization to which the key is scoped. */
  readonly organizationId: string;
  /** Role of the member to whom the key was issued. It has no effect, because the specification does not define any. */
  readonly role: string;
}

/** A brain: a workspace of pages. */
export interface Brain {
  /** Brain id. */
  readonly id: string;
  /** Organization that owns the brain. */
  readonly organizationId: string;
  /** Display name. */
  readonly name: string;
}

/** A page as the server stores it. */
export interface StoredPage extends Page {
  /** Type of the page's subject. */
  readonly pageType: PageType;
  /** Top-level grouping. */
  readonly bucket: Bucket;
  /** Whether the bucket was set automatically or by a user. */
  readonly bucketSource: BucketSource;
  /** Lifecycle status; `archived` if and only if `archived` is true. */
  readonly status: PageStatus;
  /** Status that the page gets when it is restored from the archive. Not part of any response of the service. */
  readonly statusBeforeArchive?: Exclude<PageStatus, "archived"> | undefined;
  /**
   * Organization that owns the brain.
   *
   * @default the only organization that has a brain with this id
   */
  readonly organizationId?: string | undefined;
}

/** An installation of the service's bot in a workspace of the messaging platform. */
export interface Installation {
  /** Installation id. */
  readonly id: string;
  /** Organization that owns the installation. */
  readonly organizationId: string;
  /** Platform workspace (team) id. */
  readonly teamId: string;
  /** Name of the platform workspace. */
  readonly teamName: string;
}

/** A channel as the server stores it. */
export interface StoredChannel extends Channel {
  /** Installation of the channel. */
  readonly installationId: string;
  /**
   * Organization that owns the installation.
   *
   * @default the only organization that has an installation with this id
   */
  readonly organizationId?: string | undefined;
}

/** A binding as the server stores it. */
export interface StoredBinding extends ChannelBinding {
  /** Whether the binding delivers notifications. */
  readonly status: BindingStatus;
  /**
   * Organization that owns the brain.
   *
   * @default the only organization that has a brain with this id
   */
  readonly organizationId?: string | undefined;
}

/** An authorization that an application started, and what became of it. */
export type Authorization = {
  /** Brain for which it was started. */
  readonly brainId: string;
  /** Random text that identifies its signed state. */
  readonly nonce: string;
  /** Authorization URL, which the response of `oauth.start` contained. */
  readonly authorizationUrl: string;
  /** Expiry of the signed state, an ISO 8601 timestamp. */
  readonly expiresAt: string;
  /** Whether it is undecided, was approved or denied, or was confirmed, which ends it. */
  readonly status: "started" | "approved" | "denied" | "confirmed";
  /** Code of an approved authorization. */
  readonly code?: string | undefined;
  /** Workspace in which an approved authorization installs the bot. */
  readonly workspace?: AuthorizedWorkspace | undefined;
  /**
   * Organization that owns the brain.
   *
   * @default the only organization that has a brain with this id
   */
  readonly organizationId?: string | undefined;
};

/** The workspace of an approved authorization. */
export type AuthorizedWorkspace = {
  /** Platform workspace (team) id. */
  readonly teamId: string;
  /**
   * Name of the platform workspace.
   *
   * @default the present name, or "Workspace"
   */
  readonly teamName?: string | undefined;
  /**
   * Channels that the bot sees.
   *
   * @default the present channels, or two public ones
   */
  readonly channels?: readonly Channel[] | undefined;
};

/** The record of each kind. Kinds have the names of the arrays of a state. */
export interface Records {
  readonly organizations: Organization;
  readonly apiKeys: ApiKey;
  readonly brains: Brain;
  readonly pages: StoredPage;
  readonly installations: Installation;
  readonly channels: StoredChannel;
  readonly bindings: StoredBinding;
  readonly authorizations: Authorization;
}

/** The name of a kind of records. */
export type KindName = keyof Records;

/** A record with its kind. */
export type RecordEntry = {
  readonly [Kind in KindName]: { readonly kind: Kind; readonly record: Records[Kind] };
}[KindName];

/** A record whose optional fields may be left out, and whose times may be given as a `Date`. */
export type Draft<AnyRecord, Optional extends keyof AnyRecord, Times extends keyof AnyRecord = never> = {
  readonly [Field in keyof Omit<AnyRecord, Optional>]: Omit<AnyRecord, Optional>[Field];
} & {
  readonly [Field in keyof Pick<AnyRecord, Optional>]?:
    | AnyRecord[Field]
    | (Field extends Times ? Date : never)
    | undefined;
};

/**
 * The records of a seed or a state file. Omitted fields are empty arrays; fields of records have defaults of their own.
 *
 * @see [The state format](../../../../docs/reference/state-format.md)
 */
export interface StateInput {
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
  /** Authorizations that were started, and what became of them. */
  readonly authorizations?: readonly Authorization[] | undefined;
  /** Number of ids that the server has generated for organizations, so that none is given twice after a restart. */
  readonly idPosition?: number | undefined;
}

/** An organization of a seed. The default name is "Organization". */
export interface OrganizationInput extends Draft<Organization, "name"> {}

/** An API key of a seed. By default its role is "admin", and the key `kb_` and the id of the organization, such as `kb_org`. */
export interface ApiKeyInput extends Draft<ApiKey, "key" | "role"> {}

/** A brain of a seed. The default name is "Brain". */
export interface BrainInput extends Draft<Brain, "name"> {}

/** An installation of a seed. By default the workspace is "Workspace", and its id `team_` and the id of the installation. */
export interface InstallationInput extends Draft<Installation, "teamId" | "teamName"> {}

/** A channel of a seed: by default a public one of which the bot is no member. The default id is `channel_` and the name. */
export interface StoredChannelInput extends Draft<StoredChannel, "id" | "isPrivate" | "isMember"> {}

/**
 * A binding of a seed: by default an active one that delivers everything. Team and name are those of the channel, the id is
 * `binding_` and the ids of the brain, the installation and the channel.
 */
export interface StoredBindingInput
  extends Draft<
    StoredBinding,
    "id" | "teamId" | "channelName" | "status" | "notifyBriefs" | "notifyConnections" | "notifyChanges" | "createdAt",
    "createdAt"
  > {}

/** An ingest source of a page: by default without chunks, attached when the page was last compiled. */
export interface AttachSourceInput extends Draft<PageSourceRef, "chunkUuids" | "attachedAt", "attachedAt"> {}

/** The fields of a page that have a default. */
export type DefaultedPageField = Exclude<keyof Page, "brainId" | "title">;

/**
 * A page of a seed.
 *
 * By default it is an active page of version 1 in the inbox, about a topic. Slug and body are made from the title, summary and
 * backlinks from the body; the id is `page_` and the ids of the brain and the page, the tenant is the organization and the subject
 * the brain. It was created, updated and compiled at the time that is given for any of these, or else on 2026-01-01, and never read.
 */
export interface StoredPageInput
  extends Omit<
    Draft<StoredPage, DefaultedPageField, "createdAt" | "updatedAt" | "lastCompiledAt" | "lastReferencedAt">,
    "sources"
  > {
  /** Ingest sources that contributed to the page. */
  readonly sources?: readonly AttachSourceInput[] | undefined;
}

/** The record of each kind as a seed has it. */
export type RecordInputs = { readonly [Kind in KindName]: NonNullable<StateInput[Kind]>[number] };
