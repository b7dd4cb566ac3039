import { type ArchivePageInput, contract, type Page, type ResourceMethods } from "@knowledge-base/types";
import type { CallOptions } from "../client-options.ts";
import type { Call } from "../transport/transport.ts";

/** Pages of brains. */
export class Pages implements ResourceMethods<"pages"> {
  readonly #call: Call;

  /** @internal */
  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Archives a page: hides it from lists and search until it is restored, and keeps its content, versions and connections.
   *
   * @throws {@link BadRequestError}, {@link UnauthorizedError}, {@link NotFoundError} as the service answers
   * @see Specification, section 4.2
   */
  archive(input: ArchivePageInput, options?: CallOptions): Promise<Page> {
    return this.#call(contract["pages.archive"], input, options);
  }
}
