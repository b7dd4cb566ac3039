import type { Channel } from "@knowledge-base/types";
import { choices } from "../../choices.ts";
import type { Workspace } from "../../oauth/authorization.ts";
import type { InstallationStore } from "../../store/organization-store.ts";
import type { Installation } from "../../store/state.ts";
import type { OrganizationScope } from "../../world.ts";
import { newChannel } from "../channels/new-channel.ts";
import type { ControlContext } from "../control-context.ts";
import { nextFree } from "../next-free.ts";
import { refuseInput } from "../refusal.ts";
import type { WorkspaceInput } from "./installations-control.ts";

/** Completes a workspace. */
export function newWorkspace(input: WorkspaceInput, organization: OrganizationScope): Workspace {
  const channels: Channel[] = [];
  const isTaken = (id: string) => channels.some((channel) => channel.id === id);
  for (const [index, channel] of (input.channels ?? choices.workspaceChannels).entries()) {
    const completed = newChannel(channel, organization, isTaken);
    if (isTaken(completed.id)) refuseInput([{ path: `channels[${index}].id`, message: "is taken already" }]);
    channels.push(completed);
  }
  const newTeamId = () =>
    nextFree(
      () => organization.ids.next("team"),
      (candidate) => installationIn(candidate, organization) !== undefined,
    );
  const { teamId = newTeamId(), teamName = "Workspace" } = input;
  return { teamId, teamName, channels };
}

/** Installs the bot in a workspace. A workspace in which it is installed gets its new name and its new channels. */
export function install(
  { teamId, teamName, channels }: Workspace,
  organization: OrganizationScope,
  context: ControlContext,
  id = nextFree(
    () => organization.ids.next("installation"),
    (candidate) => context.world.store.installations.has(candidate),
  ),
): Installation {
  const { installations, organization: owner } = organization.store;
  const present = installationIn(teamId, organization);
  const installation: Installation = present
    ? { ...present.installation, teamName }
    : { id, organizationId: owner.id, teamId, teamName };
  if (present) present.installation = installation;
  else context.add("installations", installation);
  const stored = installations.get(installation.id);
  for (const channel of channels) stored?.channels.set(channel.id, { ...channel, installationId: installation.id });
  return installation;
}

function installationIn(teamId: string, { store }: OrganizationScope): InstallationStore | undefined {
  return Array.from(store.installations.values()).find(({ installation }) => installation.teamId === teamId);
}
