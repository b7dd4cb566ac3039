import { identifierSchema } from "@knowledge-base/types";
import * as z from "zod/mini";
import type { StoredChannel } from "../../store/state.ts";
import { stateSchemas } from "../../store/state-schemas.ts";
import { type Command, type Commands, inputSchema } from "../command.ts";
import { refuse } from "../refusal.ts";
import type { ChannelInput, ChannelsControl, CreateChannelInput, UpdateChannelInput } from "./channels-control.ts";
import { newChannel } from "./new-channel.ts";

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
  output: stateSchemas.channels,
  run({ installationId, ...channel }, context) {
    const { installation, organization } = context.installation(installationId);
    const isTaken = (id: string) => installation.channels.has(id);
    const created: StoredChannel = { ...newChannel(channel, organization, isTaken), installationId };
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
  output: stateSchemas.channels,
  run({ installationId, channelId, name, isPrivate, isMember }, context) {
    const { channels } = context.installation(installationId).installation;
    const channel =
      channels.get(channelId) ?? refuse("not_found", `installation ${installationId} has no channel ${channelId}`);
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
