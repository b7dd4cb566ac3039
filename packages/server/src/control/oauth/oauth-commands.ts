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
  DenyAuthorizationInput,
  OAuthControl,
} from "./oauth-control.ts";
import { type OpenAuthorization, openAuthorization, openUrl, refuseAnswered } from "./open-authorization.ts";

const startedFields = { authorizationUrl: z.string(), expiresAt: z.optional(z.string()) };

const approve: Command<ApproveAuthorizationInput, ApprovedAuthorization> = {
  summary: "Approve an authorization",
  asynchronous: true,
  input: inputSchema({ ...workspaceFields, ...startedFields }),
  output: objectSchema({ callbackUrl: z.string(), code: z.string(), state: z.string() }),
  async run({ authorizationUrl, expiresAt: _, ...workspace }, context) {
    const { url, text, opened } = await openUrl(authorizationUrl, context);
    const { organization, state } = opened;
    refuseAnswered(opened);
    const completed = newWorkspace(workspace, organization);
    const code = organization.ids.next("code");
    organization.authorizations.set(state.nonce, { status: "approved", code, workspace: completed });
    return { callbackUrl: callbackUrl(url, opened, { code, state: text }), code, state: text };
  },
};

const deny: Command<DenyAuthorizationInput, DeniedAuthorization> = {
  summary: "Deny an authorization",
  asynchronous: true,
  input: inputSchema(startedFields),
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
    if (!authorization) {
      refuse("oauth_wrong_code", "the authorization was not approved yet, so that it has no code. Approve it first");
    }
    if (authorization.status !== "approved") {
      refuse(
        "oauth_used_state",
        `the authorization was ${authorization.status} already. Start the authorization again`,
      );
    }
    if (authorization.code !== code) {
      refuse("oauth_wrong_code", "the code was not given out for this state. Pass both on from the same callback");
    }
    const installation = install(authorization.workspace, organization, context);
    organization.authorizations.set(state.nonce, { status: "confirmed" });
    return installation;
  },
};

/** Where the platform sends the user back to: the application of the organization, or a page beside the consent page. */
function callbackUrl(
  authorizationUrl: URL,
  { organization }: OpenAuthorization,
  fields: Record<string, string>,
): string {
  const { redirectUrl } = organization.store.organization;
  const url = redirectUrl === undefined ? donePageOf(authorizationUrl) : new URL(redirectUrl);
  for (const name of ["code", "error", "state"]) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

function donePageOf({ href, pathname }: URL): URL {
  const url = new URL(href);
  url.pathname = pathname.slice(0, -choices.authorizePath.length) + choices.authorizedPath;
  url.search = "";
  url.hash = "";
  return url;
}

/** The commands of {@link OAuthControl}. */
export const oauthCommands: Commands<OAuthControl> = { approve, deny, confirm };
