import {
  type ChannelBinding,
  contract,
  type Disconnect,
  type ResourceMethods,
  type UnbindChannelInput,
  type UpdateBindingInput,
} from "@knowledge-base/types";
import type { CallOptions } from "../client-options.ts";
import type { Call } from "../transport/transport.ts";

/** Bindings of channels to brains. */
export class Bindings implements ResourceMethods<"bindings"> {
  readonly #call: Call;

  /** @internal */
  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Changes the notification flags of a binding. Flags that the input leaves out stay as they are.
   *
   * @throws {@link BadRequestError}, {@link UnauthorizedError}, {@link NotFoundError} as the service answers
   * @see Specification, section 4.1
   */
  update(input: UpdateBindingInput, options?: CallOptions): Promise<ChannelBinding> {
    return this.#call(contract["bindings.update"], input, options);
  }

  /**
   * Disconnects one channel from a brain. The installation and the other bindings are unaffected.
   *
   * @throws {@link BadRequestError}, {@link UnauthorizedError}, {@link NotFoundError} as the service answers
   * @see Specification, section 4.6
   */
  unbind(input: UnbindChannelInput, options?: CallOptions): Promise<Disconnect> {
    return this.#call(contract["bindings.unbind"], input, options);
  }
}
