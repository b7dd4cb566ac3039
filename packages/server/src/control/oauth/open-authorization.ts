import { choices } from "../../choices.ts";
import { parseTimestamp } from "../../clock.ts";
import type { OAuthState } from "../../oauth/signed-state.ts";
import type { BrainStore } from "../../store/organization-store.ts";
import type { OrganizationScope } from "../../world.ts";
import type { ControlContext } from "../control-context.ts";
import { refuse, refuseInput } from "../refusal.ts";

/** An authorization whose state is as it was signed, and whose time is not over. */
export interface OpenAuthorization {
  readonly state: OAuthState;
  readonly organization: OrganizationScope;
  readonly brain: BrainStore;
}

/** Reads a state that came back. Each way in which it can be wrong is refused with a code of its own. */
export async function openAuthorization(text: string, context: ControlContext): Promise<OpenAuthorization> {
  const state = await context.world.signer.read(text);
  if (state === "malformed") {
    refuse("oauth_malformed_state", "the state is none of a server like this. Pass it on exactly as it came");
  }
  if (state === "tampered") {
    refuse("oauth_tampered_state", "the state was changed, or signed by another server. Start the authorization again");
  }
  if (!context.sees(state.organizationId)) {
    refuse(
      "oauth_foreign_state",
      "the state belongs to another organization. Use it with the organization that started",
    );
  }
  const { brain, organization } = context.brain(state.brainId);
  if (organization.clock.now() >= parseTimestamp(state.expiresAt)) {
    refuse("oauth_expired_state", `the state expired at ${state.expiresAt}. Start the authorization again`);
  }
  return { state, organization, brain };
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
  const text = url?.searchParams.get("state");
  if (!url?.pathname.endsWith(choices.authorizePath) || !text) {
    refuseInput([{ path: "authorizationUrl", message: "must be the URL that oauth.start of the service gave" }]);
  }
  return { url, text, opened: await openAuthorization(text, context) };
}

/** To be called after the last thing that is waited for, so that of two answers at once only one counts. */
export function refuseAnswered({ organization, state }: OpenAuthorization): void {
  if (organization.authorizations.has(state.nonce)) {
    refuse("oauth_used_state", "the state was answered already. Start the authorization again");
  }
}
