import {
  type BindingStatus,
  type Channel,
  type ChannelBinding,
  channelBindingSchema,
  channelSchema,
} from "@knowledge-base/types";
import { bindingStatuses, identifierSchema, timestampSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { type Draft, organizationIdSchema, pathIdSchema, strictObjectSchema } from "../basics/object-schema.ts";

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

/** A channel as a state contains it. */
export interface StoredChannel extends Channel {
  /** Installation of the channel. */
  readonly installationId: string;
  /**
   * Organization that owns the installation.
   *
   * @default the first organization that has an installation with this id
   */
  readonly organizationId?: string | undefined;
}

/** A binding as a state contains it. */
export interface StoredBinding extends ChannelBinding {
  /** Whether the binding delivers notifications. */
  readonly status: BindingStatus;
  /**
   * Organization that owns the brain.
   *
   * @default the first organization that has a brain with this id
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
   * @default the first organization that has a brain with this id
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

/**
 * An installation of a seed. Defaults:
 *
 * - `teamId`: `team_` and the id of the installation
 * - `teamName`: `Workspace`
 */
export interface InstallationInput extends Draft<Installation, "teamId" | "teamName"> {}

/**
 * A channel of a seed. Defaults:
 *
 * - `id`: `channel_` and the name
 * - `isPrivate`, `isMember`: false
 */
export interface StoredChannelInput extends Draft<StoredChannel, "id" | "isPrivate" | "isMember"> {}

/**
 * A binding of a seed. Defaults:
 *
 * - `id`: `binding_` and the ids of the brain, the installation and the channel
 * - `teamId`: the team of the installation
 * - `channelName`: the name of the channel
 * - `status`: `active`
 * - `notifyBriefs`, `notifyConnections`, `notifyChanges`: true
 * - `createdAt`: the start of 2026
 */
export interface StoredBindingInput
  extends Draft<
    StoredBinding,
    "id" | "teamId" | "channelName" | "status" | "notifyBriefs" | "notifyConnections" | "notifyChanges" | "createdAt",
    "createdAt"
  > {}

/** Schemas of the records of the messaging platform. */
export const messagingSchemas = {
  installations: strictObjectSchema<Installation>({
    id: identifierSchema,
    organizationId: identifierSchema,
    teamId: identifierSchema,
    teamName: z.string(),
  }),
  channels: strictObjectSchema<StoredChannel>({
    ...channelSchema.shape,
    id: identifierSchema,
    installationId: identifierSchema,
    organizationId: organizationIdSchema,
  }),
  bindings: strictObjectSchema<StoredBinding>({
    ...channelBindingSchema.shape,
    id: pathIdSchema,
    status: z.enum(bindingStatuses),
    organizationId: organizationIdSchema,
  }),
  authorizations: strictObjectSchema<Authorization>({
    brainId: identifierSchema,
    nonce: identifierSchema,
    authorizationUrl: z.string(),
    expiresAt: timestampSchema,
    status: z.enum(["started", "approved", "denied", "confirmed"]),
    code: z.optional(identifierSchema),
    workspace: z.optional(
      strictObjectSchema<AuthorizedWorkspace>({
        teamId: identifierSchema,
        teamName: z.optional(z.string()),
        channels: z.optional(z.array(strictObjectSchema<Channel>({ ...channelSchema.shape, id: identifierSchema }))),
      }),
    ),
    organizationId: organizationIdSchema,
  }),
};
