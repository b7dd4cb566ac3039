import { type ArchivePageInput, contract, type Page, type ResourceMethods } from "@knowledge-base/types";
import type { CallPromise } from "../call/call-promise.ts";
import type { Call } from "../call/create-call.ts";
import type { CallError } from "../errors/call-error.ts";
import type { CallOptions } from "../options/client-options.ts";
import { getCall, setCall } from "./resource-calls.ts";

/** Pages of brains. */
export class Pages implements ResourceMethods<"pages"> {
  /** @internal */
  constructor(call: Call) {
    setCall(this, call);
  }

  /**
   * Archives a page: hides it from lists and search until it is restored, and keeps its content, versions and connections.
   *
   * Rejects with a {@link CallError}.
   *
   * @see Specification, section 4.2
   */
  archive(input: ArchivePageInput, options?: CallOptions): CallPromise<Page, CallError<"pages.archive">> {
    return getCall(this)(contract["pages.archive"], input, options);
  }
}
