import { type Channel, identifierSchema } from "@knowledge-base/types";
import * as z from "zod/mini";
import { generateUniqueId } from "../ids.ts";
import type { OrganizationState } from "../server-state.ts";
import type { StoredChannel } from "../store/state.ts";
import { recordSchemas } from "../store/state-schemas.ts";
import { type Command, type Commands, inputSchema } from "./command.ts";
import { rejectCommand } from "./command-rejection.ts";

/** A channel to create. */
export interface ChannelInput {
  /**
   * Platform channel id.
   *
   * @default a generated id
   */
  readonly id?: string | undefined;
  /** Channel name. */
  readonly name: string;
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
}

/** Input of `channels.create`. */
export interface CreateChannelInput extends ChannelInput {
  /** Installation that the channel is visible to. */
  readonly installationId: string;
}

/** Input of `channels.update`. Fields that are left out stay as they are. */
export interface UpdateChannelInput {
  /** Installation that the channel is visible to. */
  readonly installationId: string;
  /** Platform channel id. */
  readonly channelId: string;
  /** Channel name. Bindings keep the old one. */
  readonly name?: string | undefined;
  /** Whether the channel is private. */
  readonly isPrivate?: boolean | undefined;
  /** Whether the service's bot is a member of the channel. */
  readonly isMember?: boolean | undefined;
}

/**
 * Channels of the messaging platform.
 *
 * @see Specification, section 2.6
 */
export interface ChannelsControl {
  /**
   * Creates a channel that an installation can see.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input` if the id is taken
   */
  create(input: CreateChannelInput): StoredChannel;

  /**
   * Changes a channel.
   *
   * @throws {@link ControlError} `not_found`
   */
  update(input: UpdateChannelInput): StoredChannel;
}

/** Returns a channel with the defaults of the fields that are left out. */
export function completeChannel(
  { id, name, isPrivate = false, isMember = false }: ChannelInput,
  { ids }: OrganizationState,
  isTaken: (id: string) => boolean,
): Channel {
  return { id: id ?? generateUniqueId(ids, "channel", isTaken), name, isPrivate, isMember };
}

const fields = {
  id: z.optional(identifierSchema),
  name: z.string(),
  isPrivate: z.optional(z.boolean()),
  isMember: z.optional(z.boolean()),
};

/** Schema of a {@link ChannelInput}. */
export const channelInputSchema = inputSchema<ChannelInput>(fields);

const create: Command<CreateChannelInput, StoredChannel> = {
  summary: "Create a channel",
  input: inputSchema({ ...fields, installationId: identifierSchema }),
  output: recordSchemas.channels,
  run({ installationId, ...channel }, context) {
    const { installation, organization } = context.installation(installationId);
    const isTaken = (id: string) => installation.channels.has(id);
    const created: StoredChannel = { ...completeChannel(channel, organization, isTaken), installationId };
    context.add("channels", created);
    return created;
  },
};

const update: Command<UpdateChannelInput, StoredChannel> = {
  summary: "Change a channel",
  input: inputSchema({
    installationId: identifierSchema,
    channelId: identifierSchema,
    name: z.optional(z.string()),
    isPrivate: z.optional(z.boolean()),
    isMember: z.optional(z.boolean()),
  }),
  output: recordSchemas.channels,
  run({ installationId, channelId, name, isPrivate, isMember }, context) {
    const { channels } = context.installation(installationId).installation;
    const channel =
      channels.get(channelId) ??
      rejectCommand("not_found", `installation ${installationId} has no channel ${channelId}`);
    const updated: StoredChannel = {
      ...channel,
      name: name ?? channel.name,
      isPrivate: isPrivate ?? channel.isPrivate,
      isMember: isMember ?? channel.isMember,
    };
    channels.set(channelId, updated);
    return updated;
  },
};

/** The commands of {@link ChannelsControl}. */
export const channelCommands: Commands<ChannelsControl> = { create, update };
