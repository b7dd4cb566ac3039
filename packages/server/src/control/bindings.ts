import {
  type BindingFlags,
  type BindingStatus,
  bindingStatuses,
  type ChannelBinding,
  channelBindingSchema,
  identifierSchema,
} from "@knowledge-base/types";
import * as z from "zod/mini";
import { choices } from "../choices.ts";
import { generateUniqueId } from "../ids.ts";
import type { StoredBinding } from "../store/state.ts";
import { pathIdSchema } from "../store/state-schemas.ts";
import { updateBindingFlags } from "../store/update-binding-flags.ts";
import { type Command, type Commands, inputSchema } from "./command.ts";
import { currentTimestamp } from "./command-context.ts";
import { rejectCommand } from "./command-rejection.ts";

/** Input of `bindings.create`. */
export interface CreateBindingInput extends BindingFlags {
  /** Brain that the channel is bound to. */
  readonly brainId: string;
  /** Installation of the channel. It belongs to the organization of the brain. */
  readonly installationId: string;
  /** Platform channel id. */
  readonly channelId: string;
  /**
   * Binding id.
   *
   * @default a generated id
   */
  readonly id?: string | undefined;
  /**
   * Status of the binding. Only an active binding delivers notifications.
   *
   * @default "active"
   */
  readonly status?: BindingStatus | undefined;
}

/** Input of `bindings.update`. Fields that are left out stay as they are. */
export interface UpdateBindingInput extends BindingFlags {
  /** Brain that the channel is bound to. */
  readonly brainId: string;
  /** Binding id. */
  readonly bindingId: string;
  /** Status of the binding. Only an active binding delivers notifications. */
  readonly status?: BindingStatus | undefined;
  /** Channel name, or null for none. */
  readonly channelName?: string | null | undefined;
}

/**
 * Bindings of channels to brains. The operations of the service change their flags and remove them.
 *
 * @see Specification, section 2.5
 */
export interface BindingsControl {
  /**
   * Binds a channel to a brain. Flags that are left out are on.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input` if the channel is bound already or the id is taken
   */
  create(input: CreateBindingInput): ChannelBinding;

  /**
   * Changes the flags, the status or the channel name of a binding.
   *
   * @throws {@link ControlError} `not_found`
   */
  update(input: UpdateBindingInput): ChannelBinding;
}

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
      rejectCommand("not_found", `installation ${installationId} has no channel ${channelId}`);
    const binding: StoredBinding = {
      id: id ?? generateUniqueId(organization.ids, "binding", (candidate) => store.bindingIds.has(candidate)),
      brainId,
      installationId,
      teamId: installation.installation.teamId,
      channelId,
      channelName: channel.name,
      status,
      ...updateBindingFlags(choices.bindingFlags, flags),
      createdAt: currentTimestamp(organization),
    };
    context.add("bindings", binding);
    return binding;
  },
};

const update: Command<UpdateBindingInput, ChannelBinding> = {
  summary: "Change a binding",
  input: inputSchema({
    ...settings,
    bindingId: identifierSchema,
    channelName: z.optional(z.nullable(z.string())),
  }),
  output: channelBindingSchema,
  run({ brainId, bindingId, status, channelName, ...flags }, context) {
    const { bindings } = context.brain(brainId).brain;
    const binding =
      bindings.get(bindingId) ?? rejectCommand("not_found", `brain ${brainId} has no binding ${bindingId}`);
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
