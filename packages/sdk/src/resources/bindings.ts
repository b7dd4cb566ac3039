import type { ChannelBinding, Disconnect, UnbindChannelInput, UpdateBindingInput } from "@knowledge-base/types";
import type { ResourceMethods } from "@knowledge-base/types/internal";
import type { CallPromise } from "../call/call-promise.ts";
import type { CallError } from "../errors/error-table.ts";
import type { CallOptions } from "../options/client-options.ts";

/** Changes and removes the bindings of channels to brains. */
export interface Bindings extends ResourceMethods<"bindings"> {
  /**
   * Changes the notification flags of a binding. Omitted flags aren't changed.
   *
   * Rejects with a {@link CallError}.
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
   * const ids = { brainId: "brain_operations", bindingId: "binding_bridge" };
   * const binding = await kb.bindings.update({ ...ids, notifyBriefs: false });
   * console.log(binding.notifyBriefs); // false
   * ```
   *
   * @see [bindings.update](../../../../docs/operations/bindings.update.md)
   * @see Specification, section 4.1
   */
  update(input: UpdateBindingInput, options?: CallOptions): CallPromise<ChannelBinding, CallError<"bindings.update">>;

  /**
   * Disconnects one channel from a brain. The installation and its other bindings aren't affected.
   *
   * Rejects with a {@link CallError}.
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
   * const { disconnected } = await kb.bindings.unbind({ brainId: "brain_operations", bindingId: "binding_yard" });
   * console.log(disconnected); // true
   * ```
   *
   * @see [bindings.unbind](../../../../docs/operations/bindings.unbind.md)
   * @see Specification, section 4.6
   */
  unbind(input: UnbindChannelInput, options?: CallOptions): CallPromise<Disconnect, CallError<"bindings.unbind">>;
}
