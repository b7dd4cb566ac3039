import * as z from "zod/mini";
import { organizationIdSchema, strictObjectSchema } from "../basics/object-schema.ts";
import type { Action, Actions } from "../control/action.ts";
import { createCrud, createRecord, type ListOfOrganizationInput } from "../control/crud.ts";
import { type ApiKey, keySchema } from "./organization-records.ts";

/** Identifies a key. */
export interface ApiKeyAddress {
  /** The key. */
  readonly apiKey: string;
}

/** Input of `apiKeys.create`. */
export interface CreateApiKeyInput {
  /**
   * Organization that the key is scoped to.
   *
   * @default the organization of the control, or the organization of the server's `apiKey`
   */
  readonly organizationId?: string | undefined;
  /**
   * The key itself: visible ASCII characters.
   *
   * @default a generated key
   */
  readonly apiKey?: string | undefined;
  /**
   * Role of the member that the key is issued to. It has no effect.
   *
   * @default "admin"
   */
  readonly role?: string | undefined;
}

/** Input of `apiKeys.update`. */
export interface UpdateApiKeyInput extends ApiKeyAddress {
  /** Role of the member that the key was issued to. */
  readonly role: string;
}

/**
 * API keys, which the service creates from its dashboard.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 *
 * const { control } = createReferenceServer();
 * const { key } = control.apiKeys.create({ role: "viewer" });
 * console.log(control.apiKeys.get({ apiKey: key }).role); // viewer
 * ```
 *
 * @see Specification, section 5
 */
export interface ApiKeysControl {
  /**
   * Creates a key.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input` if the key isn't valid or exists already
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
   * Updates the role of a key.
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

const crud = createCrud("apiKeys");

const create: Action<CreateApiKeyInput, ApiKey> = {
  ...crud.create,
  input: strictObjectSchema<CreateApiKeyInput>({
    organizationId: organizationIdSchema,
    apiKey: z.optional(keySchema),
    role: z.optional(z.string()),
  }),
  run({ apiKey, ...input }, context) {
    const organization = context.organization(input.organizationId);
    return createRecord("apiKeys", { ...input, key: organization.createKey(apiKey) }, organization, context);
  },
};

/** The actions of {@link ApiKeysControl}. */
export const apiKeyActions: Actions<ApiKeysControl> = {
  ...crud,
  create,
  revoke: { ...crud.delete, summary: "Revoke an API key" },
};
