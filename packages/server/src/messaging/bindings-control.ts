import type { BindingFlags, BindingStatus, ChannelBinding } from "@knowledge-base/types";
import type { Actions } from "../control/action.ts";
import { createCrud, type ListInput } from "../control/crud.ts";
import type { BrainAddress } from "../organizations/organization-records.ts";

/** Input of `bindings.create`. Omitted flags are true. */
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
   * Platform workspace (team) id. It must be the team of the installation.
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
export interface BindingAddress extends BrainAddress {
  /** Binding id. */
  readonly bindingId: string;
}

/** Input of `bindings.list`. */
export interface ListBindingsInput extends ListInput, BrainAddress {}

/** Input of `bindings.update`. Omitted fields aren't changed. */
export interface UpdateStoredBindingInput extends BindingFlags, BindingAddress {
  /** Status of the binding. Only an active binding delivers notifications. */
  readonly status?: BindingStatus | undefined;
  /** Channel name, or null for none. */
  readonly channelName?: string | null | undefined;
}

/**
 * Bindings of channels to brains. The operations of the service change their flags and remove them.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const { control } = createReferenceServer({ seed: demoSeed() });
 * control.bindings.update({ brainId: "brain_operations", bindingId: "binding_yard", status: "active" });
 * const [, yard] = control.bindings.list({ brainId: "brain_operations" });
 * console.log(yard?.status); // active
 * ```
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
   * Updates the flags, the status or the channel name of a binding.
   *
   * @throws {@link ControlError} `not_found`
   */
  update(input: UpdateStoredBindingInput): ChannelBinding;

  /**
   * Deletes a binding, as the operation `bindings.unbind` does. The channel, its installation and other bindings stay.
   *
   * @throws {@link ControlError} `not_found`
   */
  delete(input: BindingAddress): void;
}

/** The actions of {@link BindingsControl}. */
export const bindingActions: Actions<BindingsControl> = createCrud("bindings");
