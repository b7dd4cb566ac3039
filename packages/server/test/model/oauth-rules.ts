import type { Reference } from "./reference.ts";
import {
  type Asking,
  type Authorization,
  found,
  isWithin,
  type Rule,
  refuse,
  timeMsOf,
  type Workspace,
  type World,
} from "./model-state.ts";

/** Section 4.5: the rest of the flow. A choice: a state can be used once to approve or deny, and once to confirm. */
export const oauthRules = {
  approve: (world, { authorizationUrl, ...workspace }, asking) => {
    Object.assign(startedAuthorization(world, authorizationUrl, asking), { status: "approved", workspace });
    return {};
  },
  deny: (world, { authorizationUrl }, asking) => {
    startedAuthorization(world, authorizationUrl, asking).status = "denied";
    return { error: "access_denied" };
  },
  confirm: (world, { code, state }, asking) => {
    const authorization = validAuthorization(world, state, asking);
    const { status, organizationId, workspace } = authorization;
    if (status === "started") refuse("oauth_wrong_code");
    if (status !== "approved" || workspace === undefined) return refuse("oauth_used_state");
    if (code.variable !== `${state.variable}Approved`) refuse("oauth_wrong_code");
    authorization.status = "confirmed";
    return install(world, organizationId, workspace, asking);
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

function validAuthorization(world: World, { variable }: Reference, { reach }: Asking): Authorization {
  const authorization = found(world.authorizations.get(variable));
  const { organizationId, brainId, expiresAt, isVoid } = authorization;
  if (!isWithin(reach, organizationId)) refuse("oauth_foreign_state");
  if (isVoid) refuse("not_found");
  found(world.records.brains.find((brain) => brain.id === brainId && brain.organizationId === organizationId));
  if (timeMsOf(world, organizationId) >= Date.parse(expiresAt)) refuse("oauth_expired_state");
  return authorization;
}

function startedAuthorization(world: World, url: Reference, asking: Asking): Authorization {
  const authorization = validAuthorization(world, url, asking);
  return authorization.status === "started" ? authorization : refuse("oauth_used_state");
}

/** A choice: an installation is a workspace's. Connecting a workspace again updates the one that is there. */
export function install(world: World, organizationId: string, workspace: Workspace, { answer }: Asking) {
  const { installations, channels } = world.records;
  const { teamId, teamName } = workspace;
  const present = installations.find((one) => one.organizationId === organizationId && one.teamId === teamId);
  const { id } = (present ?? answer ?? { id: "" }) as { readonly id: string };
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
