import {
  type ChannelBinding,
  contract,
  type Disconnect,
  type ResourceMethods,
  type UnbindChannelInput,
  type UpdateBindingInput,
} from "@knowledge-base/types";
import type { CallPromise } from "../call/call-promise.ts";
import type { Call } from "../call/create-call.ts";
import type { CallError } from "../errors/call-error.ts";
import type { CallOptions } from "../options/client-options.ts";
import { getCall, setCall } from "./resource-calls.ts";

/** Bindings of channels to brains. */
export class Bindings implements ResourceMethods<"bindings"> {
  /** @internal */
  constructor(call: Call) {
    setCall(this, call);
  }

  /**
   * Changes the notification flags of a binding. Flags that the input leaves out are not changed.
   *
   * Rejects with a {@link CallError}.
   *
   * @see Specification, section 4.1
   */
  update(input: UpdateBindingInput, options?: CallOptions): CallPromise<ChannelBinding, CallError<"bindings.update">> {
    return getCall(this)(contract["bindings.update"], input, options);
  }

  /**
   * Disconnects one channel from a brain. The installation and the other bindings are unaffected.
   *
   * Rejects with a {@link CallError}.
   *
   * @see Specification, section 4.6
   */
  unbind(input: UnbindChannelInput, options?: CallOptions): CallPromise<Disconnect, CallError<"bindings.unbind">> {
    return getCall(this)(contract["bindings.unbind"], input, options);
  }
}
