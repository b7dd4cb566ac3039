import type {
  BindingStatus,
  Bucket,
  BucketSource,
  Channel,
  ChannelBinding,
  Page,
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
  readonly organizations?: readonly Organization[];
  /** API keys. */
  readonly apiKeys?: readonly ApiKey[];
  /** Brains. */
  readonly brains?: readonly Brain[];
  /** Pages of the brains. */
  readonly pages?: readonly StoredPage[];
  /** Installations of the service's bot in workspaces of the messaging platform. */
  readonly installations?: readonly Installation[];
  /** Channels that the bot sees in the installations. */
  readonly channels?: readonly StoredChannel[];
  /** Bindings of channels to brains. */
  readonly bindings?: readonly StoredBinding[];
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
}

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
