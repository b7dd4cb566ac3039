import { identifierSchema } from "@knowledge-base/types";
import * as z from "zod/mini";
import { choices } from "../choices.ts";
import { generateUniqueId } from "../ids.ts";
import type { OrganizationState } from "../server-state.ts";
import type { ApiKey } from "../store/state.ts";
import { recordSchemas } from "../store/state-schemas.ts";
import { type Command, type Commands, inputSchema } from "./command.ts";
import type { CommandContext } from "./command-context.ts";
import { rejectCommand } from "./command-rejection.ts";

/** Input of `apiKeys.create`. */
export interface CreateApiKeyInput {
  /**
   * Organization that the key is scoped to.
   *
   * @default the organization of the control, or that of the server's `apiKey`
   */
  readonly organizationId?: string | undefined;
  /**
   * The key itself: visible ASCII characters.
   *
   * @default a generated key
   */
  readonly key?: string | undefined;
  /**
   * Role of the member that the key is issued to.
   *
   * @default "admin"
   */
  readonly role?: string | undefined;
}

/** Input of `apiKeys.update`. */
export interface UpdateApiKeyInput {
  /** The key. */
  readonly key: string;
  /** Role of the member that the key was issued to. */
  readonly role: string;
}

/**
 * API keys, which the service creates from its dashboard.
 *
 * @see Specification, section 5
 */
export interface ApiKeysControl {
  /**
   * Creates a key.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input` if the key is not valid or exists already
   */
  create(input?: CreateApiKeyInput): ApiKey;

  /**
   * Changes the role of a key.
   *
   * @throws {@link ControlError} `not_found`
   */
  update(input: UpdateApiKeyInput): ApiKey;

  /**
   * Revokes a key. It is invalid from then on.
   *
   * @throws {@link ControlError} `not_found`
   */
  revoke(input: { readonly key: string }): void;
}

/** Adds an API key to an organization, by default a generated one. */
export function addApiKey(
  { store, ids }: OrganizationState,
  context: CommandContext,
  role: string,
  key = generateUniqueId(ids, "key", (id) => context.serverState.store.apiKeys.has(id)),
): ApiKey {
  const apiKey: ApiKey = { key, organizationId: store.organization.id, role };
  context.add("apiKeys", apiKey);
  return apiKey;
}

const create: Command<CreateApiKeyInput, ApiKey> = {
  summary: "Create an API key",
  input: inputSchema({
    organizationId: z.optional(identifierSchema),
    key: z.optional(z.string()),
    role: z.optional(z.string()),
  }),
  output: recordSchemas.apiKeys,
  run: ({ organizationId, key, role = choices.defaultRole }, context) =>
    addApiKey(context.organization(organizationId), context, role, key),
};

const update: Command<UpdateApiKeyInput, ApiKey> = {
  summary: "Change an API key",
  input: inputSchema({ key: z.string(), role: z.string() }),
  output: recordSchemas.apiKeys,
  run({ key, role }, context) {
    const apiKey: ApiKey = { ...findApiKey(key, context), role };
    context.serverState.store.apiKeys.set(key, apiKey);
    return apiKey;
  },
};

const revoke: Command<{ readonly key: string }, void> = {
  summary: "Revoke an API key",
  input: inputSchema({ key: z.string() }),
  output: z.void(),
  run({ key }, context) {
    context.serverState.store.apiKeys.delete(findApiKey(key, context).key);
  },
};

function findApiKey(key: string, context: CommandContext): ApiKey {
  const apiKey = context.serverState.store.apiKeys.get(key);
  if (!apiKey || !context.canAccess(apiKey.organizationId)) rejectCommand("not_found", "there is no such key");
  return apiKey;
}

/** The commands of {@link ApiKeysControl}. */
export const apiKeyCommands: Commands<ApiKeysControl> = { create, update, revoke };
