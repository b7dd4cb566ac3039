import type { BindingFlags, BindingStatus, ChannelBinding } from "@knowledge-base/types";

/** Input of `bindings.create`. */
export interface CreateBindingInput extends BindingFlags {
  /** Brain that the channel is bound to. */
  readonly brainId: string;
  /** Installation that sees the channel; of the same organization as the brain. */
  readonly installationId: string;
  /** Platform channel id. */
  readonly channelId: string;
  /**
   * Binding id.
   *
   * @default a new one
   */
  readonly id?: string | undefined;
  /**
   * Whether the binding delivers notifications.
   *
   * @default "active"
   */
  readonly status?: BindingStatus | undefined;
}

/** Input of `bindings.update`. What is left out stays as it is. */
export interface SetBindingInput extends BindingFlags {
  /** Brain that the channel is bound to. */
  readonly brainId: string;
  /** Binding id. */
  readonly bindingId: string;
  /** Whether the binding delivers notifications. */
  readonly status?: BindingStatus | undefined;
  /** Channel name, or null for none. */
  readonly channelName?: string | null | undefined;
}

/**
 * Bindings of channels to brains: what the operations of the service cannot do with them.
 *
 * @see Specification, section 2.5
 */
export interface BindingsControl {
  /**
   * Binds a channel to a brain. Flags that are left out are on.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input` where the channel is bound already or an id is taken
   */
  create(input: CreateBindingInput): ChannelBinding;

  /**
   * Changes a binding, its status too.
   *
   * @throws {@link ControlError} `not_found`
   */
  update(input: SetBindingInput): ChannelBinding;
}
