import { parseTimestamp } from "@knowledge-base/types";
import { choices } from "../../choices.ts";
import type { OAuthState } from "../../oauth/signed-state.ts";
import type { OrganizationState } from "../../server-state.ts";
import type { BrainStore } from "../../store/organization-store.ts";
import type { ControlContext } from "../control-context.ts";
import { refuse, refuseInput } from "../refusal.ts";

/** An authorization whose state is as it was signed, and whose time is not over. */
export interface OpenAuthorization {
  readonly state: OAuthState;
  readonly organization: OrganizationState;
  readonly brain: BrainStore;
}

/** Reads a state that came back. Each way in which it can be wrong is refused with a code of its own. */
export async function openAuthorization(text: string, context: ControlContext): Promise<OpenAuthorization> {
  const { serverState } = context;
  const state = await serverState.signer.read(text);
  if (state === "malformed") {
    refuse("oauth_malformed_state", `${whatIsWrong(text)}. Pass it on exactly as oauth.start or the callback gave it`);
  }
  if (state === "tampered") {
    refuse("oauth_tampered_state", "the state was changed, or signed by another server. Start the authorization again");
  }
  const { brainId, organizationId, expiresAt, generation = 0 } = state;
  if (!context.sees(organizationId)) {
    refuse(
      "oauth_foreign_state",
      "the state belongs to another organization. Use it with the organization that started",
    );
  }
  const organization = serverState.organization(organizationId);
  if (organization && organization.generation !== generation) {
    refuse("not_found", `the organization ${organizationId} that started is gone. Start the authorization again`);
  }
  // Looked up in the organization that was signed: by now another one may have a brain with this id.
  const brain = organization?.store.brains.get(brainId);
  if (!organization || !brain) {
    refuse(
      "not_found",
      `organization ${organizationId} has no brain ${brainId} any more. Start the authorization from a brain that it has`,
    );
  }
  if (organization.clock.now() >= parseTimestamp(expiresAt)) {
    refuse("oauth_expired_state", `the state expired at ${expiresAt}. Start the authorization again`);
  }
  return { state, organization, brain };
}

function whatIsWrong(text: string): string {
  return text === "" ? "there is no state" : "the state is none of a server like this";
}

/** An authorization URL, read. */
export interface OpenedUrl {
  readonly url: URL;
  /** The state as the URL has it. */
  readonly text: string;
  readonly opened: OpenAuthorization;
}

/** Reads an authorization URL. */
export async function openUrl(authorizationUrl: string, context: ControlContext): Promise<OpenedUrl> {
  const url = URL.parse(authorizationUrl);
  if (!url?.pathname.endsWith(choices.authorizePath)) {
    refuseInput([{ path: "authorizationUrl", message: "must be the URL that oauth.start of the service gave" }]);
  }
  const [text = "", ...others] = url.searchParams.getAll("state");
  if (others.length > 0) {
    refuse("oauth_malformed_state", "there is more than one state. Open the URL exactly as oauth.start gave it");
  }
  return { url, text, opened: await openAuthorization(text, context) };
}

/** To be called after the last thing that is waited for, so that of two answers at once only one counts. */
export function refuseAnswered({ organization, state }: OpenAuthorization): void {
  const answer = organization.authorizations.get(state.nonce);
  if (answer)
    refuse("oauth_used_state", `the authorization was ${answer.status} already. Start the authorization again`);
}
