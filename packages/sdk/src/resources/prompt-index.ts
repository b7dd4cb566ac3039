import { contract, type GetPromptIndexInput, type IndexEntry, type ResourceMethods } from "@knowledge-base/types";
import type { CallPromise } from "../call/call-promise.ts";
import type { Call } from "../call/create-call.ts";
import type { CallError } from "../errors/call-error.ts";
import type { CallOptions } from "../options/client-options.ts";

/** Compact indexes of brains, for prompts. */
export class PromptIndex implements ResourceMethods<"promptIndex"> {
  readonly #call: Call;

  /** @internal */
  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Gets a compact index of the top pages of a brain for a prompt. Pinned entries come first.
   *
   * Rejects with a {@link CallError}.
   *
   * @see Specification, section 4.4
   */
  get(input: GetPromptIndexInput, options?: CallOptions): CallPromise<IndexEntry[], CallError<"promptIndex.get">> {
    return this.#call(contract["promptIndex.get"], input, options);
  }
}
