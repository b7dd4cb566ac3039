import { type Channel, contract, type ListChannelsInput, type ResourceMethods } from "@knowledge-base/types";
import type { CallPromise } from "../call/call-promise.ts";
import type { Call } from "../call/create-call.ts";
import type { CallError } from "../errors/call-error.ts";
import type { CallOptions } from "../options/client-options.ts";

/** Channels of the messaging platform. */
export class Channels implements ResourceMethods<"channels"> {
  readonly #call: Call;

  /** @internal */
  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Lists the channels of an installation that the service's bot can see. `isMember` is true if the bot is already a member.
   *
   * Rejects with a {@link CallError}.
   *
   * @see Specification, section 4.3
   */
  list(input: ListChannelsInput, options?: CallOptions): CallPromise<Channel[], CallError<"channels.list">> {
    return this.#call(contract["channels.list"], input, options);
  }
}
