import type { Channel } from "@knowledge-base/types";
import { identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { choices } from "../choices.ts";
import { generateUniqueId } from "../ids.ts";
import type { AuthorizedWorkspace } from "../progress.ts";
import type { OrganizationState } from "../server-state.ts";
import type { InstallationStore } from "../store/installation-store.ts";
import { completeRecord } from "../store/record-defaults.ts";
import type { Installation } from "../store/state.ts";
import { type ChannelInput, channelInputSchema, completeChannel } from "./channels.ts";
import { type CommandContext, createOrganizationDefaultsContext } from "./command-context.ts";
import { rejectInput } from "./command-rejection.ts";

/** The workspace of the messaging platform in which the service's bot is installed. */
export interface WorkspaceInput {
  /**
   * Platform workspace (team) id.
   *
   * @default a generated id
   */
  readonly teamId?: string | undefined;
  /**
   * Name of the platform workspace.
   *
   * @default "Workspace", or the present name if the bot is installed there already
   */
  readonly teamName?: string | undefined;
  /**
   * Channels that the service's bot can see in the workspace.
   *
   * @default two public channels, `general`, of which the bot is a member, and `random`; or the present channels if the bot
   * is installed there already
   */
  readonly channels?: readonly ChannelInput[] | undefined;
}

/** Schemas of the fields of a {@link WorkspaceInput}. */
export const workspaceFields = {
  teamId: z.optional(identifierSchema),
  teamName: z.optional(z.string()),
  channels: z.optional(z.array(channelInputSchema)),
};

/** Returns a workspace with generated ids for the team and the channels that have none. */
export function completeWorkspace(input: WorkspaceInput, organization: OrganizationState): AuthorizedWorkspace {
  const { teamName, channels } = input;
  return {
    channels: channels && completeChannels(channels, organization),
    teamId: input.teamId ?? generateTeamId(organization),
    teamName,
  };
}

function generateTeamId(organization: OrganizationState): string {
  const isTaken = (candidate: string) => findInstallation(candidate, organization) !== undefined;
  return generateUniqueId(organization.ids, "team", isTaken);
}

function completeChannels(inputs: readonly ChannelInput[], organization: OrganizationState): Channel[] {
  const ids = new Set<string>();
  for (const [index, { id }] of inputs.entries()) {
    if (id === undefined) continue;
    if (ids.has(id)) rejectInput(`channels[${index}].id`, "is taken already");
    ids.add(id);
  }
  return inputs.map((input) => {
    const channel = completeChannel(input, organization, (id) => ids.has(id));
    ids.add(channel.id);
    return channel;
  });
}

/** Installs the bot in a workspace. If it is installed there already, the name and the channels are updated. */
export function install(
  { teamId, teamName, channels }: AuthorizedWorkspace,
  organization: OrganizationState,
  context: CommandContext,
  givenId?: string,
): Installation {
  const { store, ids } = organization;
  const present = findInstallation(teamId, organization)?.installation;
  if (present) {
    const updated: Installation = { ...present, teamName: teamName ?? present.teamName };
    store.put({ array: "installations", record: updated });
    putChannels(channels ?? [], updated, organization);
    return updated;
  }
  const id = givenId ?? generateUniqueId(ids, "installation", (candidate) => store.installations.has(candidate));
  const installation = completeRecord(
    "installations",
    { id, organizationId: store.id, teamId, teamName },
    createOrganizationDefaultsContext(organization),
  );
  context.add("installations", installation);
  putChannels(channels ?? completeChannels(choices.workspaceChannels, organization), installation, organization);
  return installation;
}

function putChannels(channels: readonly Channel[], { id }: Installation, { store }: OrganizationState): void {
  for (const channel of channels) store.put({ array: "channels", record: { ...channel, installationId: id } });
}

/** Returns the installation in a workspace of the messaging platform. */
export function findInstallation(teamId: string, { store }: OrganizationState): InstallationStore | undefined {
  return store.installations.ofTeam(teamId);
}
