import { contract, type OAuthStart, type ResourceMethods, type StartOAuthInput } from "@knowledge-base/types";
import type { CallPromise } from "../call/call-promise.ts";
import type { Call } from "../call/create-call.ts";
import type { CallError } from "../errors/call-error.ts";
import type { CallOptions } from "../options/client-options.ts";
import { getCall, setCall } from "./resource-calls.ts";

/** Connections of brains to the messaging platform. */
export class OAuth implements ResourceMethods<"oauth"> {
  /** @internal */
  constructor(call: Call) {
    setCall(this, call);
  }

  /**
   * Creates a signed URL that a user opens to install the service's app. Its state expires at `expiresAt`.
   *
   * Rejects with a {@link CallError}.
   *
   * @see Specification, section 4.5
   */
  start(input: StartOAuthInput, options?: CallOptions): CallPromise<OAuthStart, CallError<"oauth.start">> {
    return getCall(this)(contract["oauth.start"], input, options);
  }
}
