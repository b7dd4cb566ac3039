import type { Channel } from "@knowledge-base/types";
import { identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { type Context, inputSchema } from "../control/command.ts";
import { createRecord, createShape } from "../control/crud.ts";
import type { OrganizationState } from "../organizations/server-state.ts";
import { choices } from "../state/choices.ts";
import { rejectInput } from "../state/errors.ts";
import { complete, unrelated } from "../state/kinds.ts";
import type { Ids } from "../state/random.ts";
import type { ChannelInput } from "./channels-control.ts";
import type { AuthorizedWorkspace, Installation } from "./messaging-records.ts";

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

const { installationId: _, ...channelFields } = createShape("channels");

/** Schemas of the fields of a {@link WorkspaceInput}. */
export const workspaceFields = {
  teamId: z.optional(identifierSchema),
  teamName: z.optional(z.string()),
  channels: z.optional(z.array(inputSchema(channelFields))),
};

/** Returns a workspace with generated ids for the team and the channels that have none. */
export function completeWorkspace(input: WorkspaceInput, { store, ids }: OrganizationState): AuthorizedWorkspace {
  const { teamId, teamName, channels } = input;
  return {
    teamId: teamId ?? ids.unique("team", (id) => store.lookUp("installations", id) !== undefined),
    ...(teamName !== undefined && { teamName }),
    ...(channels && { channels: completeChannels(channels, ids) }),
  };
}

function completeChannels(inputs: readonly ChannelInput[], ids: Ids): Channel[] {
  const taken = new Set<string>();
  for (const [index, { id }] of inputs.entries()) {
    if (id === undefined) continue;
    if (taken.has(id)) rejectInput(["channels", index, "id"], "is taken already");
    taken.add(id);
  }
  return inputs.map((input) => {
    const id = input.id ?? ids.unique("channel", (candidate) => taken.has(candidate));
    taken.add(id);
    return complete("channels", { ...input, id }, unrelated) as unknown as Channel;
  });
}

/** Installs the bot in a workspace. If it is installed there already, the name and the channels are updated. */
export function install(
  { id, ...input }: WorkspaceInput & { readonly id?: string | undefined },
  organization: OrganizationState,
  context: Context,
): Installation {
  const { store } = organization;
  const { teamId, teamName, channels } = completeWorkspace(input, organization);
  const present = store.lookUp("installations", teamId);
  if (present && teamName !== undefined) store.put("installations", { ...present, teamName });
  const organizationId = store.id;
  const installation = present ?? createRecord("installations", { id, organizationId, teamId, teamName }, context);
  const added = channels ?? (present ? [] : completeChannels(choices.workspaceChannels, organization.ids));
  for (const channel of added) store.put("channels", { ...channel, installationId: installation.id });
  return store.get("installations", installation.id) ?? installation;
}
