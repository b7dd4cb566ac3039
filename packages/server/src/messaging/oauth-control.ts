import { parseUrl } from "@knowledge-base/internal/url";
import { parseTimestamp } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { reject, rejectInput } from "../basics/control-error.ts";
import { organizationIdSchema, strictObjectSchema } from "../basics/object-schema.ts";
import { choices } from "../basics/specification-choices.ts";
import type { Action, ActionContext, Actions, AsyncAction } from "../control/action.ts";
import { type ListOfOrganizationInput, listFields, listRecords } from "../control/crud.ts";
import type { Brain } from "../organizations/organization-records.ts";
import { Collection } from "../store/collections.ts";
import type { OrganizationStore } from "../store/organization-store.ts";
import { completeWorkspace, installBot, type WorkspaceInput, workspaceFields } from "./installations-control.ts";
import type { Authorization, Installation } from "./messaging-records.ts";
import type { OAuthState } from "./signed-state.ts";

/** Input of `oauth.deny`: the response of `oauth.start`. */
export interface DenyAuthorizationInput {
  /** Authorization URL from the response of `oauth.start`. */
  readonly authorizationUrl: string;
  /**
   * Expiry from the response of `oauth.start`. Ignored, because the state in the URL contains its expiry.
   *
   * @default none
   */
  readonly expiresAt?: string | undefined;
}

/** Input of `oauth.approve`: the response of `oauth.start`, and the workspace to connect. */
export interface ApproveAuthorizationInput extends DenyAuthorizationInput, WorkspaceInput {}

/** The redirect of a user who approved. */
export type ApprovedAuthorization = {
  /** Redirect URL of the organization, with `code` and `state`. */
  readonly callbackUrl: string;
  /** Single-use code. */
  readonly code: string;
  /** The state of the authorization URL, unchanged. */
  readonly state: string;
};

/** The redirect of a user who denied. */
export type DeniedAuthorization = {
  /** Redirect URL of the organization, with `error` and `state`. */
  readonly callbackUrl: string;
  /** Error code of the callback. */
  readonly error: "access_denied";
  /** The state of the authorization URL, unchanged. */
  readonly state: string;
};

/** Input of `oauth.confirm`: the parameters of the callback. */
export interface ConfirmAuthorizationInput {
  /** Code of the callback. */
  readonly code: string;
  /** State of the callback. */
  readonly state: string;
}

/**
 * The OAuth flow after `oauth.start` of the service. Each state can be approved or denied once, and confirmed once.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const server = createReferenceServer({ seed: demoSeed() });
 * const kb = new KnowledgeBase(server.connection);
 * const { oauth } = server.control;
 * const { code, state } = await oauth.approve(await kb.oauth.start({ brainId: "brain_operations" }));
 * const { teamName } = await oauth.confirm({ code, state });
 * console.log(teamName); // Workspace
 * ```
 *
 * @see [Connect a workspace](../../../../docs/guides/connect-a-workspace.md)
 * @see Specification, section 4.5
 */
export interface OAuthControl {
  /**
   * Approves an authorization, as a user does on the consent page.
   *
   * @throws {@link ControlError} `oauth_invalid_state`, `oauth_expired_state`, `oauth_used_state`, `not_found` if the
   * brain or the authorization was removed, `invalid_input`
   */
  approve(input: ApproveAuthorizationInput): Promise<ApprovedAuthorization>;

  /**
   * Denies an authorization, as a user does on the consent page.
   *
   * @throws {@link ControlError} as `approve`
   */
  deny(input: DenyAuthorizationInput): Promise<DeniedAuthorization>;

  /**
   * Returns the authorizations of an organization, brain by brain, each oldest first. A brain forgets the expired ones when another
   * one is started.
   *
   * @throws {@link ControlError} `invalid_input`, or `not_found` if there is no such organization, or `after` is the nonce of none of
   * its authorizations
   */
  list(input?: ListAuthorizationsInput): readonly Authorization[];

  /**
   * Exchanges code and state of a callback for an installation, like the operation `confirmOauth` that the specification
   * mentions.
   *
   * @throws {@link ControlError} as `approve`, and `oauth_wrong_code`
   */
  confirm(input: ConfirmAuthorizationInput): Promise<Installation>;
}

/** Input of `oauth.list`. */
export interface ListAuthorizationsInput extends ListOfOrganizationInput {}

interface VerifiedAuthorization {
  readonly authorization: Authorization;
  readonly organization: OrganizationStore;
  readonly brain: Brain;
}

// Runs a function with the authorization of a signed state. Nothing is awaited after the signature, so no decision comes between the checks
// and what the function changes.
async function withAuthorization<Output>(
  oauthState: string,
  context: ActionContext,
  run: (verified: VerifiedAuthorization) => Output,
): Promise<Output> {
  const state = await context.store.signer.read(oauthState);
  if (state === "malformed") {
    const problem = oauthState === "" ? "there is no state" : "the state is not readable";
    reject("oauth_invalid_state", `${problem}. Pass it on exactly as oauth.start or the callback returned it`);
  }
  if (state === "tampered")
    reject("oauth_invalid_state", "the state was changed, or signed by another server. Start the authorization again");
  return context.changes.make(() => run(findAuthorization(state, context)));
}

function findAuthorization(state: OAuthState, { store, scope }: ActionContext): VerifiedAuthorization {
  const { brainId, organizationId, nonce, expiresAt } = state;
  if (scope && scope.id !== organizationId) {
    reject(
      "oauth_invalid_state",
      "the state belongs to another organization. Use the controls of the organization that started the authorization",
    );
  }
  const organization = scope ?? store.organizations.byId.get(organizationId);
  const brain = organization?.collection("brains").get(brainId);
  if (!organization || !brain) {
    reject(
      "not_found",
      `organization ${organizationId} no longer has the brain ${brainId}. Start the authorization again with another brain`,
    );
  }
  if (organization.tools.clock.now() >= parseTimestamp(expiresAt))
    reject("oauth_expired_state", `the state expired at ${expiresAt}. Start the authorization again`);
  const authorization = organization.collection("authorizations", brainId)?.get(nonce);
  // After a reset, another authorization may have the same nonce.
  if (authorization?.expiresAt !== expiresAt)
    reject("not_found", "the server no longer has the authorization: its records were replaced. Start it again");
  return { authorization, organization, brain };
}

// An undecided authorization, with the URL on which a user decides it.
interface AuthorizationRequest extends VerifiedAuthorization {
  readonly url: URL;
  readonly oauthState: string;
}

/**
 * Runs a function with the undecided authorization of a URL, in a transaction.
 *
 * @throws {@link ControlError} if it isn't an authorization URL, its state isn't valid, or the authorization was decided already
 */
export function withUndecided<Output>(
  authorizationUrl: string,
  context: ActionContext,
  run: (request: AuthorizationRequest) => Output,
): Promise<Output> {
  const url = parseUrl(authorizationUrl);
  if (!url?.pathname.endsWith(choices.authorizePath))
    rejectInput("authorizationUrl", "must be the URL that oauth.start returned");
  const [oauthState = "", ...others] = url.searchParams.getAll("state");
  if (others.length > 0)
    reject("oauth_invalid_state", "there is more than one state. Open the URL exactly as oauth.start returned it");
  return withAuthorization(oauthState, context, (verified) => {
    rejectDecided(verified.authorization);
    return run({ ...verified, url, oauthState });
  });
}

function rejectDecided({ status }: Authorization): void {
  if (status === "started") return;
  reject("oauth_used_state", `the authorization was already ${status}. Start the authorization again`);
}

// The page for callbacks, relative to the page on which users decide.
const callbackPage = choices.callbackPath.replace(/^.*\//, "");

// Redirects to the redirect URL of the organization, or to a page of the server if it has none.
function createCallback<Decision extends Readonly<Record<string, string>>>(
  { organization, url, oauthState }: AuthorizationRequest,
  decision: Decision,
) {
  const fields = { ...decision, state: oauthState };
  const callbackUrl = new URL(organization.record.redirectUrl ?? callbackPage, url);
  for (const name of ["code", "error", "state"]) callbackUrl.searchParams.delete(name);
  for (const [name, value] of Object.entries(fields)) callbackUrl.searchParams.set(name, value);
  return { callbackUrl: callbackUrl.href, ...fields };
}

const startedFields = { authorizationUrl: z.string(), expiresAt: z.optional(z.string()) };

const approve: AsyncAction<ApproveAuthorizationInput, ApprovedAuthorization> = {
  summary: "Approve an authorization",
  isAsync: true,
  input: strictObjectSchema({ ...workspaceFields, ...startedFields }),
  run: ({ authorizationUrl, expiresAt: _, ...workspace }, context) =>
    withUndecided(authorizationUrl, context, (request) => {
      const { authorization, organization } = request;
      const completed = completeWorkspace(workspace, organization);
      const code = organization.tools.ids.next("code");
      organization.put("authorizations", { ...authorization, status: "approved", code, workspace: completed });
      return createCallback(request, { code });
    }),
};

const deny: AsyncAction<DenyAuthorizationInput, DeniedAuthorization> = {
  summary: "Deny an authorization",
  isAsync: true,
  input: strictObjectSchema<DenyAuthorizationInput>(startedFields),
  run: ({ authorizationUrl }, context) =>
    withUndecided(authorizationUrl, context, (request) => {
      request.organization.put("authorizations", { ...request.authorization, status: "denied" });
      return createCallback(request, { error: "access_denied" as const });
    }),
};

const list: Action<ListAuthorizationsInput, readonly Authorization[]> = {
  summary: "List the authorizations",
  input: strictObjectSchema<ListAuthorizationsInput>({ organizationId: organizationIdSchema, ...listFields }),
  run(input, context) {
    const organization = context.organization(input.organizationId);
    const brainIds = [...organization.collection("brains").keys()];
    const all = new Collection(brainIds.flatMap((id) => [...(organization.collection("authorizations", id) ?? [])]));
    return listRecords("authorization", all, input);
  },
};

const confirm: AsyncAction<ConfirmAuthorizationInput, Installation> = {
  summary: "Confirm an authorization",
  isAsync: true,
  // Not strict, so that the output of `approve` is a valid input.
  input: z.object({ code: z.string(), state: z.string() }),
  run: ({ code, state }, context) =>
    withAuthorization(state, context, ({ authorization, organization }) => {
      const { status, workspace } = authorization;
      if (status === "started")
        reject("oauth_wrong_code", "the authorization was not approved yet, so it has no code. Approve it first");
      if (status !== "approved") rejectDecided(authorization);
      if (authorization.code !== code)
        reject("oauth_wrong_code", "the code does not belong to this state. Pass both from the same callback");
      const installation = installBot(workspace ?? {}, organization, context);
      organization.put("authorizations", { ...authorization, status: "confirmed" });
      return installation;
    }),
};

/** The actions of {@link OAuthControl}. */
export const oauthActions: Actions<OAuthControl> = { approve, deny, list, confirm };
