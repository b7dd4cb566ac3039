import {
  type BindingFlags,
  type BindingStatus,
  type ChannelBinding,
  channelBindingSchema,
} from "@knowledge-base/types";
import { bindingStatuses, identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { generateUniqueId } from "../ids.ts";
import { completeRecord } from "../store/record-defaults.ts";
import type { StoredBinding } from "../store/state.ts";
import { pathIdSchema } from "../store/state-schemas.ts";
import { updateBindingFlags } from "../store/update-binding-flags.ts";
import { type Command, type Commands, inputSchema } from "./command.ts";
import { type CommandContext, createOrganizationDefaultsContext } from "./command-context.ts";
import { rejectCommand, rejectInput } from "./command-rejection.ts";
import { type ListInput, listFields, listRecords } from "./list-records.ts";
import { timestampInputSchema } from "./timestamp-input-schema.ts";

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
   * Platform workspace (team) id. It must be that of the installation.
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
   * When the binding was created, as an ISO 8601 timestamp or a `Date`.
   *
   * @default now
   */
  readonly createdAt?: string | Date | undefined;
}

/** Identifies a binding. */
export interface BindingAddress {
  /** Brain that the channel is bound to. */
  readonly brainId: string;
  /** Binding id. */
  readonly bindingId: string;
}

/** Input of `bindings.list`. */
export interface ListBindingsInput extends ListInput {
  /** Brain whose bindings are listed. */
  readonly brainId: string;
}

/** Input of `bindings.update`. Omitted fields are not changed. */
export interface UpdateBindingInput extends BindingFlags, BindingAddress {
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
   * Binds a channel to a brain. Omitted flags are on.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input` if the channel is already bound or the id is in use
   */
  create(input: CreateBindingInput): ChannelBinding;

  /**
   * Returns the bindings of a brain in the order in which they were added.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input`
   */
  list(input: ListBindingsInput): readonly ChannelBinding[];

  /**
   * Returns a binding.
   *
   * @throws {@link ControlError} `not_found`
   */
  get(input: BindingAddress): ChannelBinding;

  /**
   * Changes the flags, the status or the channel name of a binding.
   *
   * @throws {@link ControlError} `not_found`
   */
  update(input: UpdateBindingInput): ChannelBinding;

  /**
   * Deletes a binding, as the operation `bindings.unbind` does. The channel, its installation and other bindings stay.
   *
   * @throws {@link ControlError} `not_found`
   */
  delete(input: BindingAddress): void;
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
    teamId: z.optional(identifierSchema),
    channelName: z.optional(z.nullable(z.string())),
    createdAt: z.optional(timestampInputSchema),
  }),
  output: channelBindingSchema,
  run(input, context) {
    const { brainId, installationId, channelId, id, teamId, channelName } = input;
    const { organization } = context.brain(brainId);
    const { installation, organization: owner } = context.installation(installationId, organization);
    const channel =
      installation.channels.get(channelId) ??
      rejectCommand("not_found", `installation ${installationId} has no channel ${channelId}`);
    if (owner !== organization) {
      const message = "must be an installation of the organization of the brain";
      rejectInput("installationId", message);
    }
    const { store, ids } = organization;
    const binding = completeRecord(
      "bindings",
      {
        ...input,
        teamId: teamId ?? installation.installation.teamId,
        channelName: channelName === undefined ? channel.name : channelName,
        id: id ?? generateUniqueId(ids, "binding", (candidate) => store.bindingIndex.has(candidate)),
      },
      createOrganizationDefaultsContext(organization),
    );
    context.add("bindings", { ...binding, organizationId: store.id });
    return binding;
  },
};

const addressFields = { brainId: identifierSchema, bindingId: identifierSchema };
const addressSchema = inputSchema<BindingAddress>(addressFields);

function findBinding({ brainId, bindingId }: BindingAddress, context: CommandContext) {
  const { brain, organization } = context.brain(brainId);
  const binding =
    brain.bindings.get(bindingId) ?? rejectCommand("not_found", `brain ${brainId} has no binding ${bindingId}`);
  return { binding, organization };
}

const list: Command<ListBindingsInput, readonly ChannelBinding[]> = {
  summary: "List the bindings",
  input: inputSchema({ brainId: identifierSchema, ...listFields }),
  output: z.array(channelBindingSchema),
  run: ({ brainId, ...input }, context) =>
    listRecords(context.brain(brainId).brain.bindings, input, { kind: "binding", idOf: ({ id }) => id }),
};

const get: Command<BindingAddress, ChannelBinding> = {
  summary: "Get a binding",
  input: addressSchema,
  output: channelBindingSchema,
  run: (address, context) => findBinding(address, context).binding,
};

const remove: Command<BindingAddress, void> = {
  summary: "Delete a binding",
  input: addressSchema,
  output: z.void(),
  run(address, context) {
    const { binding, organization } = findBinding(address, context);
    organization.store.delete({ array: "bindings", record: { brainId: binding.brainId, id: binding.id } });
  },
};

const update: Command<UpdateBindingInput, ChannelBinding> = {
  summary: "Change a binding",
  input: inputSchema({
    ...settings,
    ...addressFields,
    channelName: z.optional(z.nullable(z.string())),
  }),
  output: channelBindingSchema,
  run({ brainId, bindingId, status, channelName, ...flags }, context) {
    const { binding, organization } = findBinding({ brainId, bindingId }, context);
    const updated: StoredBinding = {
      ...updateBindingFlags(binding, flags),
      status: status ?? binding.status,
      channelName: channelName === undefined ? binding.channelName : channelName,
    };
    organization.store.put({ array: "bindings", record: updated });
    return updated;
  },
};

/** The commands of {@link BindingsControl}. */
export const bindingCommands: Commands<BindingsControl> = { create, list, get, update, delete: remove };
