import * as z from "zod/mini";
import { rejectInput } from "../basics/control-error.ts";
import { strictObjectSchema } from "../basics/object-schema.ts";
import type { ApiKey } from "../organizations/organization-records.ts";
import { type ApiKeyLoading, apiKeyLoadings, loadOrganization } from "../state/load.ts";
import { unvalidatedStateSchema } from "../state/schemas.ts";
import { serializeState } from "../state/snapshot.ts";
import type { State, StateInput } from "../state/state.ts";
import type { Action, CallAction } from "./action.ts";

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
 * @see [Share a server](../../../../docs/guides/test-your-code.md#share-a-server)
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

/** The API keys that a state added. */
export type LoadedState = {
  /** The added keys, in the order of the state. */
  readonly apiKeys: readonly ApiKey[];
};

/** The records of one organization: a part of the server's state. */
export interface StateControl {
  /**
   * Returns a copy of all records of the organization, as a state of its own.
   *
   * @throws {@link ControlError} `not_found` if there is no such organization
   */
  readonly snapshot: () => State;

  /**
   * Adds the records of a state of one organization, even if the state assigns them to another one. Name, redirect URL and clock of
   * the organization stay as they are, and no id before the position in the state is given again.
   *
   * @throws {@link ControlError} `not_found` if there is no such organization, or `invalid_input` if an option isn't valid, or the
   * state is invalid or has records of several organizations; then nothing is added
   */
  readonly seed: (state: StateInput, options?: LoadStateOptions) => LoadedState;

  /**
   * Replaces the records of the organization by the records of a state, even if the state assigns them to another one. Clock,
   * faults, journal and deliveries stay as they are, except that a clock in the state is set, and no id before its position is
   * given again. Requests in flight finish with the old records.
   *
   * @throws {@link ControlError} `not_found` if there is no such organization, or `invalid_input` if an option isn't valid, or the
   * state is invalid or has records of several organizations; then nothing changes
   */
  readonly restore: (state: StateInput, options?: LoadStateOptions) => LoadedState;

  /**
   * Restores the records with which the organization was created, resets its clock and its sequence of ids, and clears its faults,
   * journal and deliveries. Authorizations that were started since then are gone. Requests in flight finish with the old records.
   *
   * @throws {@link ControlError} `not_found` if there is no such organization, or `conflict` if another organization has one of
   * its first keys by now
   */
  readonly reset: () => void;
}

interface LoadStateInput extends LoadStateOptions {
  readonly state?: unknown;
}

const loadSchema = strictObjectSchema({
  state: z.optional(unvalidatedStateSchema),
  apiKeys: z.optional(z.enum(apiKeyLoadings)),
});

const snapshot: Action<object, State> = {
  summary: "Take a snapshot",
  returnsCopy: true,
  serialize: serializeState,
  run: (_, { store, scope }) => store.snapshot(scope),
};

const seed: Action<LoadStateInput, LoadedState> = {
  summary: "Add records",
  bodyField: "state",
  input: loadSchema,
  run({ state, apiKeys }, { store, scope }) {
    if (scope) return { apiKeys: loadOrganization(store.organizations, scope, state, apiKeys).apiKeys };
    rejectApiKeyLoading(apiKeys);
    return { apiKeys: store.seed(state) };
  },
};

const restore: Action<LoadStateInput, LoadedState> = {
  summary: "Replace all records",
  isDestructive: true,
  bodyField: "state",
  input: loadSchema,
  run({ state, apiKeys }, { store, scope }) {
    if (scope) return { apiKeys: store.restoreOrganization(scope, state, apiKeys) };
    rejectApiKeyLoading(apiKeys);
    return { apiKeys: store.restore(state) };
  },
};

const reset: Action<object, void> = {
  summary: "Reset the server or an organization",
  isDestructive: true,
  run(_, { store, scope }) {
    if (scope) store.resetOrganization(scope);
    else store.reset();
  },
};

// Only an organization has a choice of how the keys of a state are loaded.
function rejectApiKeyLoading(apiKeys: ApiKeyLoading | undefined): void {
  if (apiKeys !== undefined) rejectInput("apiKeys", "must be given together with an organization");
}

/** The actions of {@link StateControl}, which are also methods of a server. */
export const stateActions = { snapshot, seed, restore, reset };

/** Creates the methods that call these actions. Hooks of test runners can be `snapshot` and `reset`, whatever they are called with. */
export function createStateMethods(call: CallAction): object {
  const methods: { readonly [Name in keyof StateControl]: (state?: unknown, options?: object) => unknown } = {
    snapshot: () => call(snapshot, {}),
    seed: (state, options) => call(seed, { ...options, state }),
    restore: (state, options) => call(restore, { ...options, state }),
    reset: () => call(reset, {}),
  };
  return methods;
}
