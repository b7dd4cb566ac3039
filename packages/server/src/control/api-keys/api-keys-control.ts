import type { ApiKey } from "../../store/state.ts";

/** Input of `apiKeys.create`. */
export interface CreateApiKeyInput {
  /**
   * Organization that the key is scoped to.
   *
   * @default that of the control, or that of the `apiKey` of the server
   */
  readonly organizationId?: string | undefined;
  /**
   * The key itself: visible ASCII characters.
   *
   * @default a new one
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
   * @throws {@link ControlError} `not_found`, or `invalid_input` where the key is not valid or taken
   */
  create(input?: CreateApiKeyInput): ApiKey;

  /**
   * Changes the role of a key.
   *
   * @throws {@link ControlError} `not_found`
   */
  update(input: UpdateApiKeyInput): ApiKey;

  /**
   * Revokes a key: it is invalid from then on.
   *
   * @throws {@link ControlError} `not_found`
   */
  revoke(input: { readonly key: string }): void;
}
