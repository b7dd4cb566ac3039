import type { Channel, ChannelBinding } from "@knowledge-base/types";
import { identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { rejectInput, takenProblem } from "../basics/control-error.ts";
import { strictObjectSchema } from "../basics/object-schema.ts";
import type { Ids } from "../basics/random.ts";
import { choices } from "../basics/specification-choices.ts";
import type { Action, ActionContext, Actions } from "../control/action.ts";
import { createCrud, createRecord, type ListOfOrganizationInput, shapeForCreate } from "../control/crud.ts";
import type { BrainAddress } from "../organizations/organization-records.ts";
import type { OrganizationStore } from "../store/organization-store.ts";
import type { ChannelInput } from "./channels-control.ts";
import type { AuthorizedWorkspace, Installation } from "./messaging-records.ts";

/** Input of `installations.create`. */
export interface CreateInstallationInput extends WorkspaceInput {
  /**
   * Organization that owns the installation.
   *
   * @default the organization of the control, or of the server's `apiKey`
   */
  readonly organizationId?: string | undefined;
  /**
   * Installation id.
   *
   * @default a generated id
   */
  readonly id?: string | undefined;
}

/** Identifies an installation. */
export interface InstallationAddress {
  /** Installation id. */
  readonly installationId: string;
}

/** Input of `installations.update`. */
export interface UpdateInstallationInput extends InstallationAddress {
  /** Name of the platform workspace. */
  readonly teamName: string;
}

/** The installations and bindings of a brain. */
export type InstallationStatus = {
  /** Whether the organization of the brain has any installation. */
  readonly installed: boolean;
  /** The installations whose channels can be bound to the brain. */
  readonly installations: readonly Installation[];
  /** The bindings of the brain. */
  readonly bindings: readonly ChannelBinding[];
};

/**
 * Installations of the service's bot in workspaces of the messaging platform.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const { control } = createReferenceServer({ seed: demoSeed() });
 * const { installations } = control.installations.status({ brainId: "brain_operations" });
 * console.log(installations[0]?.teamName); // Harbour Line
 * ```
 */
export interface InstallationsControl {
  /**
   * Creates an installation with its channels, as a confirmed authorization does.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input` if a field isn't valid or an id is in use
   */
  create(input?: CreateInstallationInput): Installation;

  /**
   * Returns the installations of an organization in the order in which they were added.
   *
   * @throws {@link ControlError} `invalid_input`, or `not_found` if there is no such organization, or `after` names none of its
   * installations
   */
  list(input?: ListOfOrganizationInput): readonly Installation[];

  /**
   * Returns an installation.
   *
   * @throws {@link ControlError} `not_found`
   */
  get(input: InstallationAddress): Installation;

  /**
   * Updates the name of an installation's workspace.
   *
   * @throws {@link ControlError} `not_found`
   */
  update(input: UpdateInstallationInput): Installation;

  /**
   * Returns the installations and bindings of a brain, like the status endpoint that the specification mentions.
   *
   * @throws {@link ControlError} `not_found`
   * @see Specification, section 4.3
   */
  status(input: BrainAddress): InstallationStatus;

  /**
   * Deletes an installation with its channels and their bindings. `delete` does the same.
   *
   * @throws {@link ControlError} `not_found`
   * @see Specification, section 2.8
   */
  uninstall(input: InstallationAddress): void;

  /**
   * Deletes an installation with its channels and their bindings. The brains that they were bound to stay.
   *
   * @throws {@link ControlError} `not_found`
   */
  delete(input: InstallationAddress): void;
}

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
   * @default "Workspace", or the existing name if the bot is installed there already
   */
  readonly teamName?: string | undefined;
  /**
   * Channels that the service's bot can see in the workspace.
   *
   * @default two public channels, `general`, of which the bot is a member, and `random`; or the existing channels if the bot
   * is installed there already
   */
  readonly channels?: readonly ChannelInput[] | undefined;
}

const { installationId: _, ...channelFields } = shapeForCreate("channels");

/** Schemas of the fields of a {@link WorkspaceInput}. */
export const workspaceFields = {
  teamId: z.optional(identifierSchema),
  teamName: z.optional(z.string()),
  channels: z.optional(z.array(strictObjectSchema(channelFields))),
};

/** Returns a workspace with generated ids for the team and the channels that have none. */
export function completeWorkspace(input: WorkspaceInput, organization: OrganizationStore): AuthorizedWorkspace {
  const { teamId, teamName, channels } = input;
  return {
    teamId:
      teamId ?? organization.tools.ids.unique("team", (id) => organization.lookUp("installations", id) !== undefined),
    ...(teamName !== undefined && { teamName }),
    ...(channels && { channels: completeChannels(channels, organization.tools.ids) }),
  };
}

function completeChannels(inputs: readonly ChannelInput[], ids: Ids): Channel[] {
  const takenIds = new Set<string>();
  for (const [index, { id }] of inputs.entries()) {
    if (id === undefined) continue;
    if (takenIds.has(id)) rejectInput(["channels", index, "id"], takenProblem);
    takenIds.add(id);
  }
  return inputs.map(({ id: given, name, isPrivate = false, isMember = false }) => {
    const id = given ?? ids.unique("channel", (candidate) => takenIds.has(candidate));
    takenIds.add(id);
    return { id, name, isPrivate, isMember };
  });
}

/** Installs the bot in a workspace. If it is installed there already, the name and the channels are updated. */
export function installBot(
  { id, ...input }: WorkspaceInput & { readonly id?: string | undefined },
  organization: OrganizationStore,
  context: ActionContext,
): Installation {
  const { teamId, teamName, channels } = completeWorkspace(input, organization);
  const existing = organization.lookUp("installations", teamId);
  if (existing && teamName !== undefined) organization.put("installations", { ...existing, teamName });
  const installation = existing ?? createRecord("installations", { id, teamId, teamName }, organization, context);
  const added = channels ?? (existing ? [] : completeChannels(choices.workspaceChannels, organization.tools.ids));
  for (const channel of added) organization.put("channels", { ...channel, installationId: installation.id });
  return organization.collection("installations").get(installation.id) ?? installation;
}

const crud = createCrud("installations");

const create: Action<CreateInstallationInput, Installation> = {
  ...crud.create,
  input: strictObjectSchema({ ...shapeForCreate("installations"), ...workspaceFields }),
  run({ organizationId, ...workspace }, context) {
    const organization = context.organization(organizationId);
    if (workspace.teamId !== undefined && organization.lookUp("installations", workspace.teamId))
      rejectInput("teamId", "has an installation already");
    return installBot(workspace, organization, context);
  },
};

const status: Action<BrainAddress, InstallationStatus> = {
  summary: "Get the status of the installations",
  input: strictObjectSchema<BrainAddress>({ brainId: identifierSchema }),
  run({ brainId }, context) {
    const { organization } = context.find("brains", { brainId });
    const installations = Array.from(organization.collection("installations").values());
    const bindings = Array.from(organization.collection("bindings", brainId)?.values() ?? []);
    return { installed: installations.length > 0, installations, bindings };
  },
};

/** The actions of {@link InstallationsControl}. */
export const installationActions: Actions<InstallationsControl> = {
  ...crud,
  create,
  status,
  uninstall: { ...crud.delete, summary: "Remove an installation" },
};
