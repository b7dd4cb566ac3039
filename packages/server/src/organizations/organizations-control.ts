import { identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { rejectInput, takenProblem } from "../basics/control-error.ts";
import { strictObjectSchema } from "../basics/object-schema.ts";
import { choices } from "../basics/specification-choices.ts";
import type { Action, Actions } from "../control/action.ts";
import { addressShape, createGetAndUpdate, type ListInput, listFields, listRecords } from "../control/crud.ts";
import { loadOrganization } from "../state/load.ts";
import { unvalidatedStateSchema } from "../state/schemas.ts";
import type { StateInput } from "../state/state.ts";
import { completeRecord } from "../store/record-kinds.ts";
import { keySchema, type Organization, redirectUrlSchema } from "./organization-records.ts";

/** Input of `organizations.create`. */
export interface CreateOrganizationInput {
  /**
   * Organization id.
   *
   * @default a generated id
   */
  readonly id?: string | undefined;
  /**
   * Display name.
   *
   * @default the name in the seed, or "Organization"
   */
  readonly name?: string | undefined;
  /**
   * URL to which the messaging platform redirects users. It begins with https:// or http://.
   *
   * @default a page of the server
   */
  readonly redirectUrl?: string | undefined;
  /**
   * The first key: visible ASCII characters.
   *
   * @default a generated key
   */
  readonly apiKey?: string | undefined;
  /**
   * Role of the first key. It has no effect.
   *
   * @default "admin"
   */
  readonly role?: string | undefined;
  /**
   * Records of the organization: a state of one organization, whose id and API keys are replaced. Its name and redirect URL
   * are used only if none are given.
   *
   * @default no records
   */
  readonly seed?: StateInput | undefined;
}

/** An organization and a key that is scoped to it. */
export type CreatedOrganization = Organization & {
  /** A key of the organization. */
  readonly apiKey: string;
};

/** Input of `organizations.update`. Omitted fields aren't changed. */
export interface UpdateOrganizationInput extends OrganizationAddress {
  /** Display name. */
  readonly name?: string | undefined;
  /** URL to which the messaging platform redirects users; null for a page of the server. */
  readonly redirectUrl?: string | null | undefined;
}

/** Identifies an organization. */
export interface OrganizationAddress {
  /** Organization id. */
  readonly organizationId: string;
}

/**
 * Organizations. Keys are scoped to one, and nothing is shared between two, so that each test can have its own.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 *
 * const server = createReferenceServer();
 * const { id, apiKey } = server.control.organizations.create({ name: "Fjord" });
 * console.log(server.organization(id).control.apiKeys.list()[0]?.key === apiKey); // true
 * ```
 *
 * @see [Share a server](../../../../docs/guides/test-your-code.md#share-a-server)
 */
export interface OrganizationsControl {
  /**
   * Creates an organization with a key.
   *
   * @throws {@link ControlError} `invalid_input` if a field isn't valid, the id is in use, or the seed is
   * invalid or has records of several organizations
   */
  create(input?: CreateOrganizationInput): CreatedOrganization;

  /**
   * Returns the organizations in the order in which they were added.
   *
   * @throws {@link ControlError} `invalid_input`, or `not_found` if `after` names no organization
   */
  list(input?: ListInput): readonly Organization[];

  /**
   * Returns an organization.
   *
   * @throws {@link ControlError} `not_found`
   */
  get(input: OrganizationAddress): Organization;

  /**
   * Updates an organization.
   *
   * @throws {@link ControlError} `not_found`, `invalid_input`
   */
  update(input: UpdateOrganizationInput): Organization;

  /**
   * Deletes an organization with its API keys, brains, pages, installations, channels and bindings. Its keys are invalid from
   * then on. Its clock, faults, journal and deliveries end with it.
   *
   * @throws {@link ControlError} `not_found`
   */
  delete(input: OrganizationAddress): void;
}

const create: Action<CreateOrganizationInput, CreatedOrganization> = {
  summary: "Create an organization",
  input: strictObjectSchema<CreateOrganizationInput>({
    id: z.optional(identifierSchema),
    name: z.optional(z.string()),
    redirectUrl: z.optional(redirectUrlSchema),
    apiKey: z.optional(keySchema),
    role: z.optional(z.string()),
    seed: z.optional(unvalidatedStateSchema),
  }),
  run(
    { id: givenId, name, redirectUrl, apiKey: givenKey, role = choices.defaultRole, seed = { version: 1 } },
    { store },
  ) {
    const { byId } = store.organizations;
    if (givenId !== undefined && byId.has(givenId)) rejectInput("id", takenProblem);
    const id = givenId ?? store.tools.ids.unique("organization", (candidate) => byId.has(candidate));
    const organization = store.createOrganization(completeRecord("organizations", { id }));
    const { organizationRecord } = loadOrganization(store.organizations, organization, seed, "omit");
    const apiKey = organization.createKey(givenKey);
    organization.put("apiKeys", { key: apiKey, organizationId: id, role });
    organization.replaceRecord({
      ...organization.record,
      ...organizationRecord,
      ...(name !== undefined && { name }),
      ...(redirectUrl !== undefined && { redirectUrl }),
    });
    return { ...organization.record, apiKey };
  },
};

const list: Action<ListInput, readonly Organization[]> = {
  summary: "List the organizations",
  input: strictObjectSchema<ListInput>(listFields),
  run: (input, { store }) => listRecords("organization", store.organizations.byId, input).map(({ record }) => record),
};

const remove: Action<OrganizationAddress, void> = {
  summary: "Delete an organization",
  isDestructive: true,
  input: strictObjectSchema(addressShape("organizations")),
  run: (address, context) => context.store.deleteOrganization(context.find("organizations", address).organization),
};

/** The actions of {@link OrganizationsControl}. */
export const organizationActions: Actions<OrganizationsControl> = {
  create,
  list,
  ...createGetAndUpdate("organizations", (organization, record) => organization.replaceRecord(record)),
  delete: remove,
};
