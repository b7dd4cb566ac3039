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

/** Everything that a server holds, as JSON: the format of seeds, snapshots and state files. */
export interface State {
  /** Version of this format. */
  readonly version: 1;
  /** Organizations: what a key belongs to, and what keeps one customer's data from another's. */
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
  /** Name for people. */
  readonly name: string;
  /**
   * URL of the organization's own application, to which the platform sends a user back with `code` and `state`. Left out,
   * that is a page of the server which shows both.
   */
  readonly redirectUrl?: string | undefined;
}

/** A key that may call the service. */
export interface ApiKey {
  /** The key itself, as the `x-api-key` header carries it: visible ASCII characters. */
  readonly key: string;
  /** Organization that the key is scoped to. */
  readonly organizationId: string;
  /** Role of the member that the key was issued to. The specification gives roles no meaning, and neither does the server. */
  readonly role: string;
}

/** A brain: a workspace of pages. */
export interface Brain {
  /** Brain id. */
  readonly id: string;
  /** Organization that owns the brain. */
  readonly organizationId: string;
  /** Name for people. */
  readonly name: string;
}

/** A page as the server keeps it. */
export interface StoredPage extends Page {
  /** What the page is about. */
  readonly pageType: PageType;
  /** Top-level grouping. */
  readonly bucket: Bucket;
  /** Whether the bucket was set automatically or by a user. */
  readonly bucketSource: BucketSource;
  /** Lifecycle status; `archived` exactly when `archived` is true. */
  readonly status: PageStatus;
  /** On an archived page the status that a restore gives back. Never part of an answer of the service. */
  readonly statusBeforeArchive?: Exclude<PageStatus, "archived"> | undefined;
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

/** A channel as the server keeps it. */
export interface StoredChannel extends Channel {
  /** Installation that sees the channel. */
  readonly installationId: string;
}

/** A binding as the server keeps it. */
export interface StoredBinding extends ChannelBinding {
  /** Whether the binding delivers notifications. */
  readonly status: BindingStatus;
}
