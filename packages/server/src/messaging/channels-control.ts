import type { Actions } from "../control/action.ts";
import { createCrud, type ListInput } from "../control/crud.ts";
import type { StoredChannel } from "./messaging-records.ts";

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
export interface ListStoredChannelsInput extends ListInput {
  /** Installation that the channels are visible to. */
  readonly installationId: string;
}

/** Input of `channels.update`. Omitted fields aren't changed. */
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
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const { control } = createReferenceServer({ seed: demoSeed() });
 * const installationId = "installation_harbour_line";
 * const { id } = control.channels.create({ installationId, name: "pier" });
 * console.log(control.channels.get({ installationId, channelId: id }).isMember); // false
 * ```
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
  list(input: ListStoredChannelsInput): readonly StoredChannel[];

  /**
   * Returns a channel.
   *
   * @throws {@link ControlError} `not_found`
   */
  get(input: ChannelAddress): StoredChannel;

  /**
   * Updates a channel.
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

/** The actions of {@link ChannelsControl}. */
export const channelActions: Actions<ChannelsControl> = createCrud("channels");
