import { contract, type GetPromptIndexInput, type IndexEntry, type ResourceMethods } from "@knowledge-base/types";
import type { CallOptions } from "../client-options.ts";
import type { Call } from "../transport/transport.ts";

/** The compact index of a brain, made for a prompt. */
export class PromptIndex implements ResourceMethods<"promptIndex"> {
  readonly #call: Call;

  /** @internal */
  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Gets the top pages of a brain in a form that fits a prompt. Pinned entries come first.
   *
   * @throws {@link BadRequestError}, {@link UnauthorizedError}, {@link NotFoundError} as the service answers
   * @see Specification, section 4.4
   */
  get(input: GetPromptIndexInput, options?: CallOptions): Promise<IndexEntry[]> {
    return this.#call(contract["promptIndex.get"], input, options);
  }
}
