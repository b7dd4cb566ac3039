import { bindingStatuses, type ChannelBinding, channelBindingSchema, identifierSchema } from "@knowledge-base/types";
import * as z from "zod/mini";
import { choices } from "../../choices.ts";
import { generateUniqueId } from "../../ids.ts";
import type { StoredBinding } from "../../store/state.ts";
import { pathIdSchema } from "../../store/state-schemas.ts";
import { updateBindingFlags } from "../../store/update-binding-flags.ts";
import { type Command, type Commands, inputSchema } from "../command.ts";
import { timeOf } from "../control-context.ts";
import { refuse } from "../refusal.ts";
import type { BindingsControl, CreateBindingInput, SetBindingInput } from "./bindings-control.ts";

const flag = z.optional(z.boolean());
const settings = {
  brainId: identifierSchema,
  notifyBriefs: flag,
  notifyConnections: flag,
  notifyChanges: flag,
  status: z.optional(z.enum(bindingStatuses)),
};

const create: Command<CreateBindingInput, ChannelBinding> = {
  summary: "Create a binding",
  input: inputSchema({
    ...settings,
    installationId: identifierSchema,
    channelId: identifierSchema,
    id: z.optional(pathIdSchema),
  }),
  output: channelBindingSchema,
  run({ brainId, installationId, channelId, id, status = "active", ...flags }, context) {
    const { organization } = context.brain(brainId);
    const { installation } = context.installation(installationId);
    const { store } = context.serverState;
    const channel =
      installation.channels.get(channelId) ??
      refuse("not_found", `installation ${installationId} has no channel ${channelId}`);
    const binding: StoredBinding = {
      id: id ?? generateUniqueId(organization.ids, "binding", (candidate) => store.bindingIds.has(candidate)),
      brainId,
      installationId,
      teamId: installation.installation.teamId,
      channelId,
      channelName: channel.name,
      status,
      ...updateBindingFlags(choices.bindingFlags, flags),
      createdAt: timeOf(organization),
    };
    context.add("bindings", binding);
    return binding;
  },
};

const update: Command<SetBindingInput, ChannelBinding> = {
  summary: "Change a binding",
  input: inputSchema({
    ...settings,
    bindingId: identifierSchema,
    channelName: z.optional(z.nullable(z.string())),
  }),
  output: channelBindingSchema,
  run({ brainId, bindingId, status, channelName, ...flags }, context) {
    const { bindings } = context.brain(brainId).brain;
    const binding = bindings.get(bindingId) ?? refuse("not_found", `brain ${brainId} has no binding ${bindingId}`);
    const updated: StoredBinding = {
      ...updateBindingFlags(binding, flags),
      status: status ?? binding.status,
      channelName: channelName === undefined ? binding.channelName : channelName,
    };
    bindings.set(bindingId, updated);
    return updated;
  },
};

/** The commands of {@link BindingsControl}. */
export const bindingCommands: Commands<BindingsControl> = { create, update };
