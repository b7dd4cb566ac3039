import { parseTimestamp } from "@knowledge-base/types/internal";
import { parseUrl } from "../base-url.ts";
import { choices } from "../choices.ts";
import type { OAuthState } from "../oauth/signed-state.ts";
import type { OrganizationState } from "../server-state.ts";
import type { BrainStore } from "../store/brain-store.ts";
import type { CommandContext } from "./command-context.ts";
import { rejectCommand, rejectInput } from "./command-rejection.ts";

/** An authorization whose state has a valid signature and has not expired. */
export interface VerifiedAuthorization {
  readonly state: OAuthState;
  readonly organization: OrganizationState;
  readonly brain: BrainStore;
}

/**
 * Reads a signed OAuth state.
 *
 * @throws CommandRejection if it is not valid here, or not any more
 */
export async function verifyState(text: string, context: CommandContext): Promise<VerifiedAuthorization> {
  const { serverState } = context;
  const state = await serverState.signer.read(text);
  if (state === "malformed") {
    const problem = text === "" ? "there is no state" : "the state is not readable";
    rejectCommand("oauth_malformed_state", `${problem}. Pass it on exactly as oauth.start or the callback returned it`);
  }
  if (state === "tampered") {
    rejectCommand(
      "oauth_tampered_state",
      "the state was changed, or signed by another server. Start the authorization again",
    );
  }
  const { brainId, organizationId, expiresAt, generation = 0 } = state;
  if (!context.canAccess(organizationId)) {
    rejectCommand(
      "oauth_foreign_state",
      "the state belongs to another organization. Use the controls of the organization that started the authorization",
    );
  }
  const organization = serverState.organization(organizationId);
  if (organization && context.wasReplaced(organization)) {
    rejectCommand("conflict", `the records of organization ${organizationId} were replaced meanwhile. Try again`);
  }
  if (organization && organization.generation !== generation) {
    rejectCommand(
      "not_found",
      `the organization ${organizationId}, which started the authorization, was deleted. Start the authorization again`,
    );
  }
  // Not context.brain(): by now another organization may have a brain with this id.
  const brain = organization?.store.brains.get(brainId);
  if (!organization || !brain) {
    rejectCommand(
      "not_found",
      `organization ${organizationId} no longer has the brain ${brainId}. Start the authorization again with another brain`,
    );
  }
  if (organization.clock.now() >= parseTimestamp(expiresAt)) {
    rejectCommand("oauth_expired_state", `the state expired at ${expiresAt}. Start the authorization again`);
  }
  return { state, organization, brain };
}

/** An authorization URL whose state is valid. */
export interface AuthorizationRequest extends VerifiedAuthorization {
  readonly url: URL;
  /** The state as the URL contains it. */
  readonly stateText: string;
}

/**
 * Reads an authorization URL, and verifies its state.
 *
 * @throws CommandRejection
 */
export async function readAuthorizationUrl(
  authorizationUrl: string,
  context: CommandContext,
): Promise<AuthorizationRequest> {
  const url = parseUrl(authorizationUrl);
  if (!url?.pathname.endsWith(choices.authorizePath)) {
    rejectInput("authorizationUrl", "must be the URL that oauth.start returned");
  }
  const [stateText = "", ...others] = url.searchParams.getAll("state");
  if (others.length > 0) {
    rejectCommand(
      "oauth_malformed_state",
      "there is more than one state. Open the URL exactly as oauth.start returned it",
    );
  }
  return { ...(await verifyState(stateText, context)), url, stateText };
}

/** Rejects an authorization that was decided. Must be called after the last `await`, so that only one of two concurrent decisions is accepted. */
export function rejectDecided({ organization, state }: VerifiedAuthorization): void {
  const authorization = organization.authorizations.get(state.nonce);
  if (authorization) rejectUsed(authorization.status);
}

/** Rejects an authorization that has a later status already. */
export function rejectUsed(status: string): never {
  rejectCommand("oauth_used_state", `the authorization was already ${status}. Start the authorization again`);
}
