import { channelBindingSchema, identifierSchema, objectSchema } from "@knowledge-base/types";
import * as z from "zod/mini";
import type { Installation } from "../../store/state.ts";
import { stateSchemas } from "../../store/state-schemas.ts";
import { channelInputSchema } from "../channels/channel-commands.ts";
import { type Command, type Commands, inputSchema } from "../command.ts";
import { refuseInput } from "../refusal.ts";
import { install, newWorkspace } from "./install.ts";
import type {
  CreateInstallationInput,
  InstallationStatus,
  InstallationsControl,
  UpdateInstallationInput,
} from "./installations-control.ts";

/** Schemas of the fields of a workspace. */
export const workspaceFields = {
  teamId: z.optional(identifierSchema),
  teamName: z.optional(z.string()),
  channels: z.optional(z.array(channelInputSchema)),
};

const create: Command<CreateInstallationInput, Installation> = {
  summary: "Create an installation",
  input: inputSchema({
    ...workspaceFields,
    organizationId: z.optional(identifierSchema),
    id: z.optional(identifierSchema),
  }),
  output: stateSchemas.installations,
  run({ organizationId, id, ...workspace }, context) {
    const organization = context.organization(organizationId);
    const { installations } = organization.store;
    const teamIds = Array.from(installations.values(), ({ installation }) => installation.teamId);
    if (workspace.teamId !== undefined && teamIds.includes(workspace.teamId)) {
      refuseInput([{ path: "teamId", message: "has an installation already" }]);
    }
    if (id !== undefined && context.serverState.store.installations.has(id)) {
      refuseInput([{ path: "id", message: "is taken already" }]);
    }
    return install(newWorkspace(workspace, organization), organization, context, id);
  },
};

const update: Command<UpdateInstallationInput, Installation> = {
  summary: "Change an installation",
  input: inputSchema({ installationId: identifierSchema, teamName: z.string() }),
  output: stateSchemas.installations,
  run({ installationId, teamName }, context) {
    const { installation } = context.installation(installationId);
    installation.installation = { ...installation.installation, teamName };
    return installation.installation;
  },
};

const status: Command<{ readonly brainId: string }, InstallationStatus> = {
  summary: "Tell the status of the installations",
  input: inputSchema({ brainId: identifierSchema }),
  output: objectSchema({
    installed: z.boolean(),
    installations: z.array(stateSchemas.installations),
    bindings: z.array(channelBindingSchema),
  }),
  run({ brainId }, context) {
    const { brain, organization } = context.brain(brainId);
    const installations = Array.from(organization.store.installations.values(), ({ installation }) => installation);
    return { installed: installations.length > 0, installations, bindings: Array.from(brain.bindings.values()) };
  },
};

const uninstall: Command<{ readonly installationId: string }, void> = {
  summary: "Remove an installation",
  input: inputSchema({ installationId: identifierSchema }),
  output: z.void(),
  run({ installationId }, context) {
    const { installation, organization } = context.installation(installationId);
    context.serverState.store.deleteInstallation(installation, organization.store);
  },
};

/** The commands of {@link InstallationsControl}. */
export const installationCommands: Commands<InstallationsControl> = { create, update, status, uninstall };
