import type { StoredChannel } from "../../store/state.ts";

/** What a channel is. */
export interface ChannelInput {
  /**
   * Platform channel id.
   *
   * @default a new one
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
  /** Installation that sees the channel. */
  readonly installationId: string;
}

/** Input of `channels.update`. What is left out stays as it is. */
export interface UpdateChannelInput {
  /** Installation that sees the channel. */
  readonly installationId: string;
  /** Platform channel id. */
  readonly channelId: string;
  /** Channel name. Bindings keep the name that they have. */
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
   * Creates a channel that an installation sees.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input` where the id is taken
   */
  create(input: CreateChannelInput): StoredChannel;

  /**
   * Changes a channel.
   *
   * @throws {@link ControlError} `not_found`
   */
  update(input: UpdateChannelInput): StoredChannel;
}
