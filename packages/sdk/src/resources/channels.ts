import { type Channel, contract, type ListChannelsInput, type ResourceMethods } from "@knowledge-base/types";
import type { CallOptions } from "../client-options.ts";
import type { Call } from "../transport/transport.ts";

/** Channels of the messaging platform. */
export class Channels implements ResourceMethods<"channels"> {
  readonly #call: Call;

  /** @internal */
  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Lists the channels that the service's bot sees in an installation. `isMember` tells whether the bot was added already.
   *
   * @throws {@link BadRequestError}, {@link UnauthorizedError}, {@link NotFoundError} as the service answers
   * @see Specification, section 4.3
   */
  list(input: ListChannelsInput, options?: CallOptions): Promise<Channel[]> {
    return this.#call(contract["channels.list"], input, options);
  }
}
