import {
  type Authorization,
  type CallScope,
  found,
  isWithin,
  type ModelState,
  type Rule,
  reject,
  timeMsOf,
  type Workspace,
} from "./model-state.ts";
import type { Reference } from "./reference.ts";

/** Section 4.5: the rest of the flow. A choice: a state can be used once to approve or deny, and once to confirm. */
export const oauthRules = {
  approve: (modelState, { authorizationUrl, ...workspace }, scope) => {
    Object.assign(startedAuthorization(modelState, authorizationUrl, scope), { status: "approved", workspace });
    return {};
  },
  deny: (modelState, { authorizationUrl }, scope) => {
    startedAuthorization(modelState, authorizationUrl, scope).status = "denied";
    return { error: "access_denied" };
  },
  confirm: (modelState, { code, state }, scope) => {
    const authorization = validAuthorization(modelState, state, scope);
    const { status, organizationId, workspace } = authorization;
    if (status === "started") reject("oauth_wrong_code");
    if (status !== "approved" || workspace === undefined) return reject("oauth_used_state");
    if (code.variable !== `${state.variable}Approved`) reject("oauth_wrong_code");
    authorization.status = "confirmed";
    return install(modelState, organizationId, workspace, scope);
  },
} satisfies {
  readonly approve: Rule<AuthorizationUrl & Workspace>;
  readonly deny: Rule<AuthorizationUrl>;
  readonly confirm: Rule<Callback>;
};

interface AuthorizationUrl {
  readonly authorizationUrl: Reference;
}

interface Callback {
  readonly code: Reference;
  readonly state: Reference;
}

function validAuthorization(modelState: ModelState, { variable }: Reference, { reach }: CallScope): Authorization {
  const { organizationId, brainId, expiresAt } = found(modelState.states.get(variable));
  if (!isWithin(reach, organizationId)) reject("oauth_invalid_state");
  found(modelState.records.brains.find((brain) => brain.id === brainId && brain.organizationId === organizationId));
  if (timeMsOf(modelState, organizationId) >= Date.parse(expiresAt)) reject("oauth_expired_state");
  // A choice: it is gone if the records were replaced.
  return found(modelState.authorizations.get(variable));
}

function startedAuthorization(modelState: ModelState, url: Reference, scope: CallScope): Authorization {
  const authorization = validAuthorization(modelState, url, scope);
  return authorization.status === "started" ? authorization : reject("oauth_used_state");
}

/** A choice: a workspace has one installation. Connecting it again updates the existing one. */
export function install(modelState: ModelState, organizationId: string, workspace: Workspace, { output }: CallScope) {
  const { installations, channels } = modelState.records;
  const { teamId, teamName } = workspace;
  const present = installations.find((one) => one.organizationId === organizationId && one.teamId === teamId);
  const { id } = (present ?? output ?? { id: "" }) as { readonly id: string };
  const installation = { id, organizationId, teamId, teamName };
  if (present) Object.assign(present, installation);
  else installations.push(installation);
  for (const channel of workspace.channels) {
    const own = channels.find((one) => one.installationId === id && one.id === channel.id);
    if (own) Object.assign(own, channel);
    else channels.push({ ...channel, installationId: id });
  }
  return { ...installation };
}
