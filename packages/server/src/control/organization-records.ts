import * as z from "zod/mini";
import { objectSchema } from "../object-schema.ts";
import {
  type ApiKeyLoading,
  apiKeyLoadings,
  type OrganizationLoad,
  restoreOrganization,
  seedOrganization,
} from "../store/load-organization.ts";
import type { ApiKey, State } from "../store/state.ts";
import type { StateInput } from "../store/state-input.ts";
import { recordSchemas, stateSchema, unvalidatedStateSchema } from "../store/state-schemas.ts";
import { generateApiKey } from "./api-keys.ts";
import { type Command, inputSchema, noInput } from "./command.ts";
import type { CommandContext } from "./command-context.ts";
import { rejectCommand } from "./command-rejection.ts";

/**
 * Options of `seed` and `restore` of an organization.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 *
 * const server = createReferenceServer();
 * const { id } = server.control.organizations.create();
 * const organization = server.organization(id);
 * const { apiKeys } = organization.restore(organization.snapshot(), { apiKeys: "renew" });
 * console.log(apiKeys.length); // 1
 * ```
 *
 * @see [Organizations](../../../../docs/guides/organizations.md)
 */
export interface LoadStateOptions {
  /**
   * How to load the API keys of the state, which must be unique in the server.
   *
   * - `keep`: the keys are added to the organization.
   * - `renew`: each key is replaced by a new key with the same role.
   * - `omit`: the keys are ignored, and the organization keeps its own.
   *
   * @default "keep"
   */
  readonly apiKeys?: ApiKeyLoading | undefined;
}

/** The API keys that a state added to an organization. */
export interface LoadedState {
  /** The added keys, in the order of the state. */
  readonly apiKeys: readonly ApiKey[];
}

/** The records of one organization: a part of the server's state. */
export interface OrganizationRecords {
  /**
   * Returns a copy of all records of the organization, as a state of its own.
   *
   * @throws {@link ControlError} `not_found` if there is no such organization
   */
  readonly snapshot: () => Required<State>;

  /**
   * Adds records to the organization, even if the state assigns them to another one. Its name and redirect URL stay as they are.
   *
   * @param state - records of one organization
   * @throws {@link StateError} if the state is invalid or has records of several organizations; then nothing is added
   * @throws {@link ControlError} `not_found` if there is no such organization, or `invalid_input` if an option is not valid
   */
  readonly seed: (state: StateInput, options?: LoadStateOptions) => LoadedState;

  /**
   * Replaces the records of the organization, even if the state assigns the new ones to another organization. Its clock, faults,
   * journal and deliveries stay as they are. Requests in flight finish with the old records.
   *
   * @param state - records of one organization
   * @throws {@link StateError} if the state is invalid or has records of several organizations; then nothing changes
   * @throws {@link ControlError} `not_found` if there is no such organization, or `invalid_input` if an option is not valid
   */
  readonly restore: (state: StateInput, options?: LoadStateOptions) => LoadedState;

  /**
   * Restores the records with which the organization was created, resets its clock and its sequence of ids, clears its faults,
   * journal and deliveries, and makes used OAuth states valid again. Requests in flight finish with the old records.
   *
   * @throws {@link ControlError} `not_found` if there is no such organization, or `conflict` if another organization has one of
   * its first keys by now
   */
  readonly reset: () => void;
}

/** Input of the commands that load a state. */
interface LoadStateInput {
  readonly state?: unknown;
}

const loadSchema = inputSchema<LoadStateInput>({ state: z.optional(unvalidatedStateSchema) });
const loadOptionsSchema = inputSchema<LoadStateOptions>({ apiKeys: z.optional(z.enum(apiKeyLoadings)) });

/** Schema of a {@link LoadedState}. */
export const loadedStateSchema = objectSchema<LoadedState>({ apiKeys: z.array(recordSchemas.apiKeys) });

/** Returns a copy of the records of the server or of an organization. */
export const takeSnapshot: Command<object, Required<State>> = {
  summary: "Take a snapshot",
  input: noInput,
  output: stateSchema,
  returnsCopy: true,
  run: (_, context) => context.snapshot(),
};

const seed: Command<LoadStateInput, LoadedState, LoadStateOptions> = {
  summary: "Add records",
  parameter: "state",
  input: loadSchema,
  options: loadOptionsSchema,
  output: loadedStateSchema,
  run({ state }, context, options) {
    return { apiKeys: seedOrganization(context.serverState.store, toLoad(state, options, context)) };
  },
};

const restore: Command<LoadStateInput, LoadedState, LoadStateOptions> = {
  summary: "Replace all records",
  parameter: "state",
  input: loadSchema,
  options: loadOptionsSchema,
  output: loadedStateSchema,
  run({ state }, context, options) {
    const { organization } = context.organization().store;
    return { apiKeys: restoreOrganization(context.serverState.store, organization, toLoad(state, options, context)) };
  },
};

const reset: Command<object, void> = {
  summary: "Reset an organization",
  input: noInput,
  output: z.void(),
  run(_, context) {
    const { store } = context.serverState;
    const { id } = context.organization().store;
    for (const step of store.initialRecords(id)) {
      const owner = step.array === "apiKeys" ? store.apiKeys.get(step.record.key)?.organizationId : undefined;
      if (owner !== undefined && owner !== id) {
        rejectCommand(
          "conflict",
          `a first key of organization ${id} is now a key of organization ${owner}. Revoke it there first`,
        );
      }
    }
    context.serverState.resetOrganization(id);
  },
};

function toLoad(state: unknown, { apiKeys = "keep" }: LoadStateOptions, context: CommandContext): OrganizationLoad {
  const organization = context.organization();
  return {
    organizationId: organization.store.id,
    state,
    apiKeys,
    createKey: () => generateApiKey(organization, context),
  };
}

/** The commands of {@link OrganizationRecords}. */
export const organizationRecordCommands = { snapshot: takeSnapshot, seed, restore, reset };
