import type { BindingFlags, BindingStatus } from "@knowledge-base/types";
import type { StoredPageInput } from "./stored-page-input.ts";

/**
 * The records of a seed or a state file. Omitted fields are empty arrays; fields of records have defaults of their own.
 *
 * @see [State format](../../../../docs/guides/state-format.md)
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
}

/** An organization of a seed. */
export interface OrganizationInput {
  /** Organization id. */
  readonly id: string;
  /**
   * Display name.
   *
   * @default "Organization"
   */
  readonly name?: string | undefined;
  /**
   * URL of the organization's application, to which the platform redirects a user with `code` and `state`.
   *
   * @default a page of the server that shows both
   */
  readonly redirectUrl?: string | undefined;
}

/** An API key of a seed. */
export interface ApiKeyInput {
  /** Organization to which the key is scoped. */
  readonly organizationId: string;
  /**
   * Value of the `x-api-key` header: visible ASCII characters.
   *
   * @default `kb_` and the id of the organization, such as `kb_org`
   */
  readonly key?: string | undefined;
  /**
   * Role of the member to whom the key was issued. It has no effect, because the specification does not define any.
   *
   * @default "admin"
   */
  readonly role?: string | undefined;
}

/** A brain of a seed. */
export interface BrainInput {
  /** Brain id. */
  readonly id: string;
  /** Organization that owns the brain. */
  readonly organizationId: string;
  /**
   * Display name.
   *
   * @default "Brain"
   */
  readonly name?: string | undefined;
}

/** An installation of a seed. */
export interface InstallationInput {
  /** Installation id. */
  readonly id: string;
  /** Organization that owns the installation. */
  readonly organizationId: string;
  /**
   * Platform workspace (team) id.
   *
   * @default `team_` and the id of the installation, such as `team_pier`
   */
  readonly teamId?: string | undefined;
  /**
   * Name of the platform workspace.
   *
   * @default "Workspace"
   */
  readonly teamName?: string | undefined;
}

/** A channel of a seed. */
export interface StoredChannelInput {
  /** Installation of the channel. */
  readonly installationId: string;
  /** Channel name. */
  readonly name: string;
  /**
   * Platform channel id.
   *
   * @default `channel_` and the name, such as `channel_deck`
   */
  readonly id?: string | undefined;
  /**
   * Whether the channel is private.
   *
   * @default false
   */
  readonly isPrivate?: boolean | undefined;
  /**
   * Whether the service's bot is a member of the channel.
   *
   * @default false
   */
  readonly isMember?: boolean | undefined;
  /**
   * Organization that owns the installation.
   *
   * @default the only organization that has an installation with this id
   */
  readonly organizationId?: string | undefined;
}

/** A binding of a seed. */
export interface StoredBindingInput extends BindingFlags {
  /** Brain that the channel is bound to. */
  readonly brainId: string;
  /** Installation of the channel. */
  readonly installationId: string;
  /** Platform channel id. */
  readonly channelId: string;
  /**
   * Binding id.
   *
   * @default `binding_` and three ids, such as `binding_tides_pier_channel_deck`: of the brain, the installation and the channel
   */
  readonly id?: string | undefined;
  /**
   * Platform workspace (team) id.
   *
   * @default the team of the installation
   */
  readonly teamId?: string | undefined;
  /**
   * Channel name, or null.
   *
   * @default the name of the channel
   */
  readonly channelName?: string | null | undefined;
  /**
   * Status of the binding. Only an active binding delivers notifications.
   *
   * @default "active"
   */
  readonly status?: BindingStatus | undefined;
  /**
   * Whether the channel receives the daily brief.
   *
   * @default true
   */
  readonly notifyBriefs?: boolean | undefined;
  /**
   * Whether the channel is notified when strong new connections are discovered.
   *
   * @default true
   */
  readonly notifyConnections?: boolean | undefined;
  /**
   * Whether the channel is notified when pages are updated with new knowledge.
   *
   * @default true
   */
  readonly notifyChanges?: boolean | undefined;
  /**
   * When the binding was created, as an ISO 8601 timestamp or a `Date`.
   *
   * @default 2026-01-01T00:00:00.000Z
   */
  readonly createdAt?: string | Date | undefined;
  /**
   * Organization that owns the brain.
   *
   * @default the only organization that has a brain with this id
   */
  readonly organizationId?: string | undefined;
}
