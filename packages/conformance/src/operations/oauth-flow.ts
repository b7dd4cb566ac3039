import { assert } from "../assert.ts";
import { CaseFailedError } from "../case-failed-error.ts";
import { messageOf } from "../message-of.ts";
import type { Service } from "../service.ts";
import type { OAuthCallback } from "../target-controls.ts";

/** Starts an authorization and approves it as a user. */
export async function startAndApprove(service: Service): Promise<OAuthCallback> {
  const approveOAuth = service.control("approveOAuth");
  const { authorizationUrl } = await service.expectSuccess("oauth.start");
  return { brainId: service.recordId("brainId"), ...(await approveOAuth(authorizationUrl)) };
}

/** Expects `confirmOauth` to accept a callback, and returns the id of the installation. */
export async function assertAccepted(service: Service, callback: OAuthCallback, description: string): Promise<string> {
  return service
    .control("confirmOAuth")(callback)
    .catch((error: unknown) => {
      throw new CaseFailedError(`confirmOauth rejected ${description}: ${messageOf(error)}`);
    });
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
