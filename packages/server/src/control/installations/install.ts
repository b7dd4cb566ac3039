import type { Channel } from "@knowledge-base/types";
import { choices } from "../../choices.ts";
import { generateUniqueId } from "../../ids.ts";
import type { Workspace } from "../../oauth/authorization.ts";
import type { OrganizationState } from "../../server-state.ts";
import type { InstallationStore } from "../../store/organization-store.ts";
import type { Installation } from "../../store/state.ts";
import type { ChannelInput } from "../channels/channels-control.ts";
import { newChannel } from "../channels/new-channel.ts";
import type { ControlContext } from "../control-context.ts";
import { refuseInput } from "../refusal.ts";
import type { WorkspaceInput } from "./installations-control.ts";

/** Gives a workspace and its channels the ids that they have not. */
export function newWorkspace(input: WorkspaceInput, organization: OrganizationState): Workspace {
  const { teamName, channels } = input;
  return {
    channels: channels && newChannels(channels, organization),
    teamId: input.teamId ?? newTeamId(organization),
    teamName,
  };
}

function newTeamId(organization: OrganizationState): string {
  const isTaken = (candidate: string) => installationIn(candidate, organization) !== undefined;
  return generateUniqueId(organization.ids, "team", isTaken);
}

function newChannels(inputs: readonly ChannelInput[], organization: OrganizationState): Channel[] {
  const channels: Channel[] = [];
  const isTaken = (id: string) => channels.some((channel) => channel.id === id);
  for (const [index, input] of inputs.entries()) {
    const channel = newChannel(input, organization, isTaken);
    if (isTaken(channel.id)) refuseInput([{ path: `channels[${index}].id`, message: "is taken already" }]);
    channels.push(channel);
  }
  return channels;
}

/** Installs the bot in a workspace. A workspace in which it is installed gets its new name and its new channels. */
export function install(
  { teamId, teamName, channels }: Workspace,
  organization: OrganizationState,
  context: ControlContext,
  givenId?: string,
): Installation {
  const { installations, organization: owner } = organization.store;
  const present = installationIn(teamId, organization);
  if (present) {
    present.installation = { ...present.installation, teamName: teamName ?? present.installation.teamName };
    addChannels(present, channels ?? []);
    return present.installation;
  }
  const isTaken = (candidate: string) => context.serverState.store.installations.has(candidate);
  const id = givenId ?? generateUniqueId(organization.ids, "installation", isTaken);
  const installation: Installation = { id, organizationId: owner.id, teamId, teamName: teamName ?? "Workspace" };
  context.add("installations", installation);
  const added = installations.get(id);
  if (added) addChannels(added, channels ?? newChannels(choices.workspaceChannels, organization));
  return installation;
}

function addChannels(to: InstallationStore, channels: readonly Channel[]): void {
  for (const channel of channels) to.channels.set(channel.id, { ...channel, installationId: to.installation.id });
}

function installationIn(teamId: string, { store }: OrganizationState): InstallationStore | undefined {
  return Array.from(store.installations.values()).find(({ installation }) => installation.teamId === teamId);
}
