import { objectSchema } from "@knowledge-base/types";
import * as z from "zod/mini";
import { choices } from "../../choices.ts";
import type { Installation } from "../../store/state.ts";
import { stateSchemas } from "../../store/state-schemas.ts";
import { type Command, type Commands, inputSchema } from "../command.ts";
import { install, newWorkspace } from "../installations/install.ts";
import { workspaceFields } from "../installations/installation-commands.ts";
import { refuse } from "../refusal.ts";
import type {
  ApproveAuthorizationInput,
  ApprovedAuthorization,
  ConfirmAuthorizationInput,
  DeniedAuthorization,
  OAuthControl,
} from "./oauth-control.ts";
import { type OpenAuthorization, openAuthorization, openUrl, refuseAnswered } from "./open-authorization.ts";

const approve: Command<ApproveAuthorizationInput, ApprovedAuthorization> = {
  summary: "Approve an authorization",
  asynchronous: true,
  input: inputSchema({ ...workspaceFields, authorizationUrl: z.string() }),
  output: objectSchema({ callbackUrl: z.string(), code: z.string(), state: z.string() }),
  async run({ authorizationUrl, ...workspace }, context) {
    const { url, text, opened } = await openUrl(authorizationUrl, context);
    const { organization, state } = opened;
    refuseAnswered(opened);
    const completed = newWorkspace(workspace, organization);
    const code = organization.ids.next("code");
    organization.authorizations.set(state.nonce, { status: "approved", code, workspace: completed });
    return { callbackUrl: callbackUrl(url, opened, { code, state: text }), code, state: text };
  },
};

const deny: Command<{ readonly authorizationUrl: string }, DeniedAuthorization> = {
  summary: "Deny an authorization",
  asynchronous: true,
  input: inputSchema({ authorizationUrl: z.string() }),
  output: objectSchema({ callbackUrl: z.string(), error: z.literal("access_denied"), state: z.string() }),
  async run({ authorizationUrl }, context) {
    const { url, text, opened } = await openUrl(authorizationUrl, context);
    refuseAnswered(opened);
    opened.organization.authorizations.set(opened.state.nonce, { status: "denied" });
    const error = "access_denied";
    return { callbackUrl: callbackUrl(url, opened, { error, state: text }), error, state: text };
  },
};

const confirm: Command<ConfirmAuthorizationInput, Installation> = {
  summary: "Confirm an authorization",
  asynchronous: true,
  // Not strict, so that what an approval gave can be passed on as it is.
  input: objectSchema<ConfirmAuthorizationInput>({ code: z.string(), state: z.string() }),
  output: stateSchemas.installations,
  async run({ code, state: text }, context) {
    const { state, organization } = await openAuthorization(text, context);
    const authorization = organization.authorizations.get(state.nonce);
    if (authorization?.status === "confirmed") {
      refuse("oauth_used_state", "the state was confirmed already. Start the authorization again");
    }
    if (authorization?.status !== "approved" || authorization.code !== code) {
      refuse("oauth_wrong_code", "the code was not given out for this state. Pass both on from the same callback");
    }
    organization.authorizations.set(state.nonce, { status: "confirmed" });
    return install(authorization.workspace, organization, context);
  },
};

/** Where the platform sends the user back to: the application of the organization, or a page beside the consent page. */
function callbackUrl(
  authorizationUrl: URL,
  { organization }: OpenAuthorization,
  fields: Record<string, string>,
): string {
  const donePath = authorizationUrl.pathname.slice(0, -choices.authorizePath.length) + choices.authorizedPath;
  const url = new URL(organization.store.organization.redirectUrl ?? donePath, authorizationUrl);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

/** The commands of {@link OAuthControl}. */
export const oauthCommands: Commands<OAuthControl> = { approve, deny, confirm };
