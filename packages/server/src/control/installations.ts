import { type ChannelBinding, channelBindingSchema } from "@knowledge-base/types";
import { identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { objectSchema } from "../object-schema.ts";
import type { Installation } from "../store/state.ts";
import { recordSchemas } from "../store/state-schemas.ts";
import { type Command, type Commands, inputSchema } from "./command.ts";
import { rejectInput } from "./command-rejection.ts";
import { completeWorkspace, findInstallation, install, type WorkspaceInput, workspaceFields } from "./install.ts";
import { type ListOfOrganizationInput, listFields, listRecords } from "./list-records.ts";

/** Input of `installations.create`. */
export interface CreateInstallationInput extends WorkspaceInput {
  /**
   * Organization that owns the installation.
   *
   * @default the organization of the control, or that of the server's `apiKey`
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
export interface UpdateInstallationInput {
  /** Installation id. */
  readonly installationId: string;
  /** Name of the platform workspace. */
  readonly teamName: string;
}

/** The installations and bindings of a brain. */
export interface InstallationStatus {
  /** Whether the organization of the brain has any installation. */
  readonly installed: boolean;
  /** The installations whose channels can be bound to the brain. */
  readonly installations: readonly Installation[];
  /** The bindings of the brain. */
  readonly bindings: readonly ChannelBinding[];
}

/** Installations of the service's bot in workspaces of the messaging platform. */
export interface InstallationsControl {
  /**
   * Creates an installation with its channels, as a confirmed authorization does.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input` if a field is not valid or an id is in use
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
   * Changes the name of an installation's workspace.
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
  status(input: { readonly brainId: string }): InstallationStatus;

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

const create: Command<CreateInstallationInput, Installation> = {
  summary: "Create an installation",
  input: inputSchema({
    ...workspaceFields,
    organizationId: z.optional(identifierSchema),
    id: z.optional(identifierSchema),
  }),
  output: recordSchemas.installations,
  run({ organizationId, id, ...workspace }, context) {
    const organization = context.organization(organizationId);
    if (workspace.teamId !== undefined && findInstallation(workspace.teamId, organization)) {
      rejectInput("teamId", "has an installation already");
    }
    if (id !== undefined && organization.store.installations.has(id)) {
      rejectInput("id", "is taken already");
    }
    return install(completeWorkspace(workspace, organization), organization, context, id);
  },
};

const update: Command<UpdateInstallationInput, Installation> = {
  summary: "Change an installation",
  input: inputSchema({ installationId: identifierSchema, teamName: z.string() }),
  output: recordSchemas.installations,
  run({ installationId, teamName }, context) {
    const { installation, organization } = context.installation(installationId);
    const updated: Installation = { ...installation.installation, teamName };
    organization.store.put({ array: "installations", record: updated });
    return updated;
  },
};

const status: Command<{ readonly brainId: string }, InstallationStatus> = {
  summary: "Get the status of the installations",
  input: inputSchema({ brainId: identifierSchema }),
  output: objectSchema({
    installed: z.boolean(),
    installations: z.array(recordSchemas.installations),
    bindings: z.array(channelBindingSchema),
  }),
  run({ brainId }, context) {
    const { brain, organization } = context.brain(brainId);
    const installations = Array.from(organization.store.installations.values(), ({ installation }) => installation);
    return { installed: installations.length > 0, installations, bindings: Array.from(brain.bindings.values()) };
  },
};

const addressSchema = inputSchema<InstallationAddress>({ installationId: identifierSchema });

const list: Command<ListOfOrganizationInput, readonly Installation[]> = {
  summary: "List the installations",
  input: inputSchema({ organizationId: z.optional(identifierSchema), ...listFields }),
  output: z.array(recordSchemas.installations),
  run: ({ organizationId, ...input }, context) =>
    listRecords(context.organization(organizationId).store.installations, input, {
      kind: "installation",
      idOf: ({ installation }) => installation.id,
    }).map(({ installation }) => installation),
};

const get: Command<InstallationAddress, Installation> = {
  summary: "Get an installation",
  input: addressSchema,
  output: recordSchemas.installations,
  run: ({ installationId }, context) => context.installation(installationId).installation.installation,
};

const uninstall: Command<InstallationAddress, void> = {
  summary: "Remove an installation",
  input: addressSchema,
  output: z.void(),
  run({ installationId }, context) {
    const { store } = context.installation(installationId).organization;
    store.delete({ array: "installations", record: { id: installationId } });
  },
};

const remove: Command<InstallationAddress, void> = { ...uninstall, summary: "Delete an installation" };

/** The commands of {@link InstallationsControl}. */
export const installationCommands: Commands<InstallationsControl> = {
  create,
  list,
  get,
  update,
  status,
  uninstall,
  delete: remove,
};
