import type { Channel } from "@knowledge-base/types";
import { identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { generateUniqueId } from "../ids.ts";
import type { OrganizationState } from "../server-state.ts";
import { completeRecord } from "../store/record-defaults.ts";
import type { StoredChannel } from "../store/state.ts";
import { recordSchemas } from "../store/state-schemas.ts";
import { type Command, type Commands, inputSchema } from "./command.ts";
import { type CommandContext, createOrganizationDefaultsContext } from "./command-context.ts";
import { rejectCommand } from "./command-rejection.ts";
import { type ListInput, listFields, listRecords } from "./list-records.ts";

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

/** Identifies a channel. */
export interface ChannelAddress {
  /** Installation that the channel is visible to. */
  readonly installationId: string;
  /** Platform channel id. */
  readonly channelId: string;
}

/** Input of `channels.list`. */
export interface ListChannelsInput extends ListInput {
  /** Installation that the channels are visible to. */
  readonly installationId: string;
}

/** Input of `channels.update`. Omitted fields are not changed. */
export interface UpdateChannelInput extends ChannelAddress {
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
   * @throws {@link ControlError} `not_found`, or `invalid_input` if the id is in use
   */
  create(input: CreateChannelInput): StoredChannel;

  /**
   * Returns the channels of an installation in the order in which they were added.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input`
   */
  list(input: ListChannelsInput): readonly StoredChannel[];

  /**
   * Returns a channel.
   *
   * @throws {@link ControlError} `not_found`
   */
  get(input: ChannelAddress): StoredChannel;

  /**
   * Changes a channel.
   *
   * @throws {@link ControlError} `not_found`
   */
  update(input: UpdateChannelInput): StoredChannel;

  /**
   * Deletes a channel with its bindings to all brains.
   *
   * @throws {@link ControlError} `not_found`
   */
  delete(input: ChannelAddress): void;
}

/** Returns a channel with the defaults of the fields that are left out. */
export function completeChannel(
  channel: ChannelInput,
  organization: OrganizationState,
  isTaken: (id: string) => boolean,
): Channel {
  const id = channel.id ?? generateUniqueId(organization.ids, "channel", isTaken);
  const { installationId: _, ...completed } = completeRecord(
    "channels",
    { ...channel, id, installationId: "" },
    createOrganizationDefaultsContext(organization),
  );
  return completed;
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
    context.add("channels", { ...created, organizationId: organization.store.id });
    return created;
  },
};

const addressFields = { installationId: identifierSchema, channelId: identifierSchema };
const addressSchema = inputSchema<ChannelAddress>(addressFields);

function findChannel({ installationId, channelId }: ChannelAddress, context: CommandContext) {
  const { installation, organization } = context.installation(installationId);
  const channel =
    installation.channels.get(channelId) ??
    rejectCommand("not_found", `installation ${installationId} has no channel ${channelId}`);
  return { channel, organization };
}

const list: Command<ListChannelsInput, readonly StoredChannel[]> = {
  summary: "List the channels",
  input: inputSchema({ installationId: identifierSchema, ...listFields }),
  output: z.array(recordSchemas.channels),
  run: ({ installationId, ...input }, context) =>
    listRecords(context.installation(installationId).installation.channels, input, {
      kind: "channel",
      idOf: ({ id }) => id,
    }),
};

const get: Command<ChannelAddress, StoredChannel> = {
  summary: "Get a channel",
  input: addressSchema,
  output: recordSchemas.channels,
  run: (address, context) => findChannel(address, context).channel,
};

const remove: Command<ChannelAddress, void> = {
  summary: "Delete a channel",
  input: addressSchema,
  output: z.void(),
  run(address, context) {
    const { channel, organization } = findChannel(address, context);
    const { installationId, id } = channel;
    organization.store.delete({ array: "channels", record: { installationId, id } });
  },
};

const update: Command<UpdateChannelInput, StoredChannel> = {
  summary: "Change a channel",
  input: inputSchema({
    ...addressFields,
    name: z.optional(z.string()),
    isPrivate: z.optional(z.boolean()),
    isMember: z.optional(z.boolean()),
  }),
  output: recordSchemas.channels,
  run({ installationId, channelId, name, isPrivate, isMember }, context) {
    const { channel, organization } = findChannel({ installationId, channelId }, context);
    const updated: StoredChannel = {
      ...channel,
      name: name ?? channel.name,
      isPrivate: isPrivate ?? channel.isPrivate,
      isMember: isMember ?? channel.isMember,
    };
    organization.store.put({ array: "channels", record: updated });
    return updated;
  },
};

/** The commands of {@link ChannelsControl}. */
export const channelCommands: Commands<ChannelsControl> = { create, list, get, update, delete: remove };
