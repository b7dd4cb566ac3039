import type { Organization } from "../../store/state.ts";

/** Input of `organizations.create`. */
export interface CreateOrganizationInput {
  /**
   * Organization id.
   *
   * @default a new one
   */
  readonly id?: string | undefined;
  /**
   * Name for people.
   *
   * @default "Organization"
   */
  readonly name?: string | undefined;
  /** Where the platform sends users back to: a URL that begins with https:// or http://. */
  readonly redirectUrl?: string | undefined;
  /**
   * Its first key: visible ASCII characters.
   *
   * @default a new one
   */
  readonly apiKey?: string | undefined;
  /**
   * Role of its first key.
   *
   * @default "admin"
   */
  readonly role?: string | undefined;
}

/** An organization, and a key that is scoped to it. */
export interface CreatedOrganization extends Organization {
  /** A key of the organization. */
  readonly apiKey: string;
}

/** Input of `organizations.update`. What is left out stays as it is. */
export interface UpdateOrganizationInput {
  /** Organization id. */
  readonly organizationId: string;
  /** Name for people. */
  readonly name?: string | undefined;
  /** Where the platform sends users back to; null for the server's own page. */
  readonly redirectUrl?: string | null | undefined;
}

/** Organizations: what keys are scoped to, and what keeps one test's data from another's. */
export interface OrganizationsControl {
  /**
   * Creates an organization with a key of its own.
   *
   * @throws {@link ControlError} `invalid_input` where a field is not valid or the id is taken
   */
  create(input?: CreateOrganizationInput): CreatedOrganization;

  /**
   * Changes an organization.
   *
   * @throws {@link ControlError} `not_found`, `invalid_input`
   */
  update(input: UpdateOrganizationInput): Organization;

  /**
   * Removes an organization with everything that belongs to it; its keys are invalid from then on.
   *
   * @throws {@link ControlError} `not_found`
   */
  delete(input: { readonly organizationId: string }): void;
}
