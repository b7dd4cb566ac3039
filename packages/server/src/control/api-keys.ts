import { identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { generateUniqueId } from "../ids.ts";
import type { OrganizationState } from "../server-state.ts";
import type { OrganizationStore } from "../store/organization-store.ts";
import { completeRecord } from "../store/record-defaults.ts";
import type { ApiKey } from "../store/state.ts";
import { keySchema, recordSchemas } from "../store/state-schemas.ts";
import { type Command, type Commands, inputSchema } from "./command.ts";
import { type CommandContext, createOrganizationDefaultsContext } from "./command-context.ts";
import { rejectCommand, rejectInput } from "./command-rejection.ts";
import { type ListOfOrganizationInput, listFields, listRecords } from "./list-records.ts";

/** Names a key by its value, as `apiKey` or as `key`. */
export type ApiKeyAddress =
  | {
      /** The key. */
      readonly apiKey: string;
      /** The key, if `apiKey` is omitted. */
      readonly key?: undefined;
    }
  | {
      /** The key, if `key` is omitted. */
      readonly apiKey?: undefined;
      /** The key: another name of `apiKey`. */
      readonly key: string;
    };

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
  readonly apiKey?: string | undefined;
  /**
   * Another name of `apiKey`. Set only one of them.
   *
   * @default none
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
export type UpdateApiKeyInput = ApiKeyAddress & {
  /** Role of the member that the key was issued to. */
  readonly role: string;
};

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
   * Returns the keys of an organization in the order in which they were added.
   *
   * @throws {@link ControlError} `invalid_input`, or `not_found` if there is no such organization, or `after` names none of its
   * keys
   */
  list(input?: ListOfOrganizationInput): readonly ApiKey[];

  /**
   * Returns a key with its organization and its role.
   *
   * @throws {@link ControlError} `not_found`
   */
  get(input: ApiKeyAddress): ApiKey;

  /**
   * Changes the role of a key.
   *
   * @throws {@link ControlError} `not_found`
   */
  update(input: UpdateApiKeyInput): ApiKey;

  /**
   * Revokes a key. It is invalid from then on. `delete` does the same.
   *
   * @throws {@link ControlError} `not_found`
   */
  revoke(input: ApiKeyAddress): void;

  /**
   * Deletes a key. It is invalid from then on. No other record changes.
   *
   * @throws {@link ControlError} `not_found`
   */
  delete(input: ApiKeyAddress): void;
}

/** Creates a key that no organization has. */
export function generateApiKey({ ids }: OrganizationState, { serverState }: CommandContext): string {
  return generateUniqueId(ids, "key", (key) => serverState.store.apiKeys.has(key));
}

/** A key under one of its two names, or both. */
interface NamedKey {
  readonly apiKey?: string | undefined;
  readonly key?: string | undefined;
}

const keyFields = { apiKey: z.optional(z.string()), key: z.optional(z.string()) };
const addressSchema = inputSchema<NamedKey>(keyFields);

function readKey({ apiKey, key }: NamedKey): string | undefined {
  if (apiKey !== undefined && key !== undefined) {
    rejectInput("key", "must not be given together with apiKey");
  }
  return apiKey ?? key;
}

const create: Command<CreateApiKeyInput, ApiKey> = {
  summary: "Create an API key",
  input: inputSchema({
    organizationId: z.optional(identifierSchema),
    apiKey: z.optional(keySchema),
    key: z.optional(keySchema),
    role: z.optional(z.string()),
  }),
  output: recordSchemas.apiKeys,
  run({ organizationId, role, ...input }, context) {
    const organization = context.organization(organizationId);
    const given = readKey(input);
    if (given !== undefined && context.serverState.store.apiKeys.has(given)) {
      rejectInput(input.apiKey === undefined ? "key" : "apiKey", "is taken already");
    }
    const key = given ?? generateApiKey(organization, context);
    const { id } = organization.store;
    const apiKey = completeRecord(
      "apiKeys",
      { key, organizationId: id, role },
      createOrganizationDefaultsContext(organization),
    );
    context.add("apiKeys", apiKey);
    return apiKey;
  },
};

const list: Command<ListOfOrganizationInput, readonly ApiKey[]> = {
  summary: "List the API keys",
  input: inputSchema({ organizationId: z.optional(identifierSchema), ...listFields }),
  output: z.array(recordSchemas.apiKeys),
  run({ organizationId, ...input }, context) {
    const { id } = context.organization(organizationId).store.organization;
    return listRecords(context.serverState.store.apiKeys, input, {
      kind: "key",
      idOf: ({ key }) => key,
      isListed: (apiKey) => apiKey.organizationId === id,
    });
  },
};

const get: Command<NamedKey, ApiKey> = {
  summary: "Get an API key",
  input: addressSchema,
  output: recordSchemas.apiKeys,
  run: (address, context) => findApiKey(address, context).apiKey,
};

const update: Command<NamedKey & { readonly role: string }, ApiKey> = {
  summary: "Change an API key",
  input: inputSchema<NamedKey & { readonly role: string }>({ ...keyFields, role: z.string() }),
  output: recordSchemas.apiKeys,
  run({ role, ...address }, context) {
    const { apiKey, store } = findApiKey(address, context);
    const updated: ApiKey = { ...apiKey, role };
    store.put({ array: "apiKeys", record: updated });
    return updated;
  },
};

const revoke: Command<NamedKey, void> = {
  summary: "Revoke an API key",
  input: addressSchema,
  output: z.void(),
  run(address, context) {
    const { apiKey, store } = findApiKey(address, context);
    store.delete({ array: "apiKeys", record: { key: apiKey.key } });
  },
};

const remove: Command<NamedKey, void> = { ...revoke, summary: "Delete an API key" };

function findApiKey(
  address: NamedKey,
  context: CommandContext,
): { readonly apiKey: ApiKey; readonly store: OrganizationStore } {
  const key = readKey(address) ?? rejectInput("apiKey", "is missing");
  const apiKey = context.serverState.store.apiKeys.get(key);
  if (!apiKey || !context.canAccess(apiKey.organizationId)) rejectCommand("not_found", "there is no such key");
  return { apiKey, store: context.organization(apiKey.organizationId).store };
}

/** The commands of {@link ApiKeysControl}. */
export const apiKeyCommands: Commands<ApiKeysControl> = { create, list, get, update, revoke, delete: remove };
