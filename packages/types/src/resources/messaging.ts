import * as z from "zod/mini";
import type { ObjectFields } from "../schema/schema.ts";
import { timestampSchema } from "../schema/timestamp.ts";
import type { OpenEnum } from "./enums.ts";

/** The binding statuses that the specification lists, sections 2.5 and 3. */
export const bindingStatuses = ["active", "disabled"] as const;

/**
 * Status of a binding: `active` delivers notifications, `disabled` doesn't.
 *
 * @see Specification, sections 2.5 and 3
 * @useDeclaredType
 */
export type BindingStatus = (typeof bindingStatuses)[number];

/**
 * The connection of one channel of the messaging platform to one brain.
 *
 * @see Specification, section 2.5
 */
export interface ChannelBinding {
  /** Binding id. */
  readonly id: string;
  /** Id of the brain that the channel is bound to. */
  readonly brainId: string;
  /** Id of the installation that the channel belongs to. */
  readonly installationId: string;
  /** Id of the platform workspace (team). */
  readonly teamId: string;
  /** Platform channel id. */
  readonly channelId: string;
  /** Channel name, or null if it isn't available. */
  readonly channelName: string | null;
  /** Status: `active` delivers notifications, `disabled` doesn't. */
  readonly status: OpenEnum<BindingStatus>;
  /** Whether the channel receives the daily brief. */
  readonly notifyBriefs: boolean;
  /** Whether the channel is notified when strong new connections are discovered. */
  readonly notifyConnections: boolean;
  /** Whether the channel is notified when pages are updated with new knowledge. */
  readonly notifyChanges: boolean;
  /** When the binding was created, as an ISO 8601 timestamp. */
  readonly createdAt: string;
}

/** Schema of {@link ChannelBinding}. */
export const channelBindingSchema = z.object({
  id: z.string(),
  brainId: z.string(),
  installationId: z.string(),
  teamId: z.string(),
  channelId: z.string(),
  channelName: z.nullable(z.string()),
  status: z.enum(bindingStatuses),
  notifyBriefs: z.boolean(),
  notifyConnections: z.boolean(),
  notifyChanges: z.boolean(),
  createdAt: timestampSchema,
} satisfies ObjectFields<ChannelBinding>);

/**
 * A channel of the messaging platform that the service's bot can see.
 *
 * @see Specification, section 2.6
 */
export interface Channel {
  /** Platform channel id. */
  readonly id: string;
  /** Channel name. */
  readonly name: string;
  /** Whether the channel is private. */
  readonly isPrivate: boolean;
  /** Whether the service's bot is already a member of the channel. */
  readonly isMember: boolean;
}

/** Schema of {@link Channel}. */
export const channelSchema = z.object({
  id: z.string(),
  name: z.string(),
  isPrivate: z.boolean(),
  isMember: z.boolean(),
} satisfies ObjectFields<Channel>);

/**
 * Authorization URL for a user who connects a brain to the messaging platform.
 *
 * @see Specification, section 2.7
 */
export interface OAuthStart {
  /** URL to open to authorize the service's app on the platform. It carries the signed OAuth state. */
  readonly authorizationUrl: string;
  /** When the signed OAuth state expires, as an ISO 8601 timestamp. */
  readonly expiresAt: string;
}

/** Schema of {@link OAuthStart}. */
export const oauthStartSchema = z.object({
  authorizationUrl: z.string(),
  expiresAt: timestampSchema,
} satisfies ObjectFields<OAuthStart>);

/**
 * Output of unbinding a channel.
 *
 * @see Specification, section 2.8
 */
export interface Disconnect {
  /** True when the binding was removed. */
  readonly disconnected: boolean;
}

/** Schema of {@link Disconnect}. */
export const disconnectSchema = z.object({ disconnected: z.boolean() } satisfies ObjectFields<Disconnect>);
