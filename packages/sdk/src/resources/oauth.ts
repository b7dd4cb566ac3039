import { contract, type OAuthStart, type ResourceMethods, type StartOAuthInput } from "@knowledge-base/types";
import type { CallOptions } from "../client-options.ts";
import type { Call } from "../transport/transport.ts";

/** Connecting a brain to the messaging platform. */
export class OAuth implements ResourceMethods<"oauth"> {
  readonly #call: Call;

  /** @internal */
  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Creates a signed URL that a user opens to install the service's app. Its state expires at `expiresAt`.
   *
   * @throws {@link BadRequestError}, {@link UnauthorizedError}, {@link NotFoundError} as the service answers
   * @see Specification, section 4.5
   */
  start(input: StartOAuthInput, options?: CallOptions): Promise<OAuthStart> {
    return this.#call(contract["oauth.start"], input, options);
  }
}
