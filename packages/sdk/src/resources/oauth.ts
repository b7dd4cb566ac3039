import { contract, type OAuthStart, type ResourceMethods, type StartOAuthInput } from "@knowledge-base/types";
import type { CallPromise } from "../call/call-promise.ts";
import type { Call } from "../call/create-call.ts";
import type { CallError } from "../errors/call-error.ts";
import type { CallOptions } from "../options/client-options.ts";

/** Connections of brains to the messaging platform. */
export class OAuth implements ResourceMethods<"oauth"> {
  readonly #call: Call;

  /** @internal */
  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Creates a signed URL that a user opens to install the service's app. Its state expires at `expiresAt`.
   *
   * Rejects with a {@link CallError}.
   *
   * @see Specification, section 4.5
   */
  start(input: StartOAuthInput, options?: CallOptions): CallPromise<OAuthStart, CallError<"oauth.start">> {
    return this.#call(contract["oauth.start"], input, options);
  }
}
