import { parseTimestamp } from "@knowledge-base/types/internal";
import type { Context } from "../control/command.ts";
import { parseUrl } from "../http/base-url.ts";
import type { Brain } from "../organizations/organization-records.ts";
import type { OrganizationState } from "../organizations/server-state.ts";
import { choices } from "../state/choices.ts";
import { reject, rejectInput } from "../state/errors.ts";
import type { Authorization } from "./messaging-records.ts";

/** An authorization whose signed state is valid. */
export interface VerifiedAuthorization {
  readonly authorization: Authorization;
  readonly organization: OrganizationState;
  readonly brain: Brain;
}

/**
 * Checks a signed state. Nothing is awaited after the last check, so that the caller can decide the authorization.
 *
 * @throws {@link ControlError} if it is invalid, or the organization or its brain is gone
 */
export async function verifyState(text: string, context: Context): Promise<VerifiedAuthorization> {
  const { serverState } = context;
  const state = await serverState.signer.read(text);
  if (state === "malformed") {
    const problem = text === "" ? "there is no state" : "the state is not readable";
    reject("oauth_invalid_state", `${problem}. Pass it on exactly as oauth.start or the callback returned it`);
  }
  if (state === "tampered") {
    reject("oauth_invalid_state", "the state was changed, or signed by another server. Start the authorization again");
  }
  const { brainId, organizationId, nonce, expiresAt } = state;
  if (!context.canAccess(organizationId)) {
    reject(
      "oauth_invalid_state",
      "the state belongs to another organization. Use the controls of the organization that started the authorization",
    );
  }
  if (serverState.isReplaced) reject("conflict", "the server was reset meanwhile. Try again");
  const organization = serverState.organization(organizationId);
  // Not context.find(): by now another organization may have a brain with this id.
  const brain = organization?.store.get("brains", brainId);
  if (!organization || !brain) {
    reject(
      "not_found",
      `organization ${organizationId} no longer has the brain ${brainId}. Start the authorization again with another brain`,
    );
  }
  if (organization.clock.now() >= parseTimestamp(expiresAt)) {
    reject("oauth_expired_state", `the state expired at ${expiresAt}. Start the authorization again`);
  }
  const authorization = organization.store.get("authorizations", brainId, nonce);
  if (!authorization) {
    reject("not_found", "the server no longer has the authorization: its records were replaced. Start it again");
  }
  return { authorization, organization, brain };
}

/** A valid authorization URL, with its parts. */
export interface AuthorizationRequest extends VerifiedAuthorization {
  readonly url: URL;
  readonly stateText: string;
}

/** @throws {@link ControlError} if it is no authorization URL, or its state is not valid */
export async function readAuthorizationUrl(authorizationUrl: string, context: Context): Promise<AuthorizationRequest> {
  const url = parseUrl(authorizationUrl);
  if (!url?.pathname.endsWith(choices.authorizePath)) {
    rejectInput("authorizationUrl", "must be the URL that oauth.start returned");
  }
  const [stateText = "", ...others] = url.searchParams.getAll("state");
  if (others.length > 0) {
    reject("oauth_invalid_state", "there is more than one state. Open the URL exactly as oauth.start returned it");
  }
  return { ...(await verifyState(stateText, context)), url, stateText };
}

/** @throws {@link ControlError} if the authorization was decided already */
export function rejectDecided({ status }: Authorization): void {
  if (status === "started") return;
  reject("oauth_used_state", `the authorization was already ${status}. Start the authorization again`);
}
