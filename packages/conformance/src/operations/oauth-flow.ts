import { assert } from "../assert.ts";
import type { Service } from "../service.ts";

/** Parameters with which the platform sends a user back. */
export interface OAuthCallback {
  readonly code: string;
  readonly state: string;
}

/** Starts an authorization and approves it as a user. */
export async function startAndApprove(service: Service): Promise<OAuthCallback> {
  const approveOAuth = service.control("approveOAuth");
  return approveOAuth((await service.expectSuccess("oauth.start")).authorizationUrl);
}

/** Expects `confirmOauth` to reject a callback. */
export async function assertRejected(service: Service, callback: OAuthCallback, description: string): Promise<void> {
  const isConfirmed = await service
    .control("confirmOAuth")(callback)
    .then(
      () => true,
      () => false,
    );
  assert(!isConfirmed, `confirmOauth accepted ${description}`);
}
