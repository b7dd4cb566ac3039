import { identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { generateUniqueId } from "../ids.ts";
import { objectSchema } from "../object-schema.ts";
import { createOrganization } from "../store/load-organization.ts";
import { completeRecord, unrelatedContext } from "../store/record-defaults.ts";
import type { Organization } from "../store/state.ts";
import type { StateInput } from "../store/state-input.ts";
import { keySchema, recordSchemas, redirectUrlSchema, unvalidatedStateSchema } from "../store/state-schemas.ts";
import { type Command, type Commands, inputSchema } from "./command.ts";
import { rejectInput } from "./command-rejection.ts";
import { type ListInput, listFields, listRecords } from "./list-records.ts";

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
   * Role of the first key.
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
export interface CreatedOrganization extends Organization {
  /** A key of the organization. */
  readonly apiKey: string;
}

/** Input of `organizations.update`. Omitted fields are not changed. */
export interface UpdateOrganizationInput {
  /** Organization id. */
  readonly organizationId: string;
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
 * @see [Organizations](../../../../docs/guides/organizations.md)
 */
export interface OrganizationsControl {
  /**
   * Creates an organization with a key.
   *
   * @throws {@link ControlError} `invalid_input` if a field is not valid or the id is in use
   * @throws {@link StateError} if the seed is invalid or has records of several organizations
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
   * Changes an organization.
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

const addressSchema = inputSchema<OrganizationAddress>({ organizationId: identifierSchema });

const create: Command<CreateOrganizationInput, CreatedOrganization> = {
  summary: "Create an organization",
  input: inputSchema({
    id: z.optional(identifierSchema),
    name: z.optional(z.string()),
    redirectUrl: z.optional(redirectUrlSchema),
    apiKey: z.optional(keySchema),
    role: z.optional(z.string()),
    seed: z.optional(unvalidatedStateSchema),
  }),
  output: objectSchema({
    id: identifierSchema,
    name: z.string(),
    redirectUrl: z.optional(redirectUrlSchema),
    apiKey: z.string(),
  }),
  run({ id: givenId, name, redirectUrl, apiKey: givenKey, role, seed }, { serverState }) {
    const { store, ids } = serverState;
    if (givenKey !== undefined && store.apiKeys.has(givenKey)) {
      rejectInput("apiKey", "is taken already");
    }
    if (givenId !== undefined && store.organizations.has(givenId)) {
      rejectInput("id", "is taken already");
    }
    const id = givenId ?? generateUniqueId(ids, "organization", (candidate) => store.organizations.has(candidate));
    const key = givenKey ?? serverState.createFirstKey(id);
    const organization = createOrganization(
      store,
      { id, ...(name !== undefined && { name }), ...(redirectUrl !== undefined && { redirectUrl }) },
      {
        apiKey: completeRecord("apiKeys", { key, organizationId: id, role }, unrelatedContext),
        state: seed ?? { version: 1 },
      },
    );
    return { ...organization, apiKey: key };
  },
};

const list: Command<ListInput, readonly Organization[]> = {
  summary: "List the organizations",
  input: inputSchema(listFields),
  output: z.array(recordSchemas.organizations),
  run: (input, { serverState }) =>
    listRecords(serverState.store.organizations, input, {
      kind: "organization",
      idOf: ({ organization }) => organization.id,
    }).map(({ organization }) => organization),
};

const get: Command<OrganizationAddress, Organization> = {
  summary: "Get an organization",
  input: addressSchema,
  output: recordSchemas.organizations,
  run: ({ organizationId }, context) => context.organization(organizationId).store.organization,
};

const update: Command<UpdateOrganizationInput, Organization> = {
  summary: "Change an organization",
  input: inputSchema({
    organizationId: identifierSchema,
    name: z.optional(z.string()),
    redirectUrl: z.optional(z.nullable(redirectUrlSchema)),
  }),
  output: recordSchemas.organizations,
  run({ organizationId, name, redirectUrl }, context) {
    const { store } = context.organization(organizationId);
    const { redirectUrl: previousUrl, ...rest } = store.organization;
    const nextUrl = redirectUrl === undefined ? previousUrl : (redirectUrl ?? undefined);
    const updated: Organization = {
      ...rest,
      name: name ?? rest.name,
      ...(nextUrl !== undefined && { redirectUrl: nextUrl }),
    };
    store.put({ array: "organizations", record: updated });
    return updated;
  },
};

const remove: Command<OrganizationAddress, void> = {
  summary: "Delete an organization",
  input: addressSchema,
  output: z.void(),
  run({ organizationId }, context) {
    context.serverState.deleteOrganization(context.organization(organizationId).store.id);
  },
};

/** The commands of {@link OrganizationsControl}. */
export const organizationCommands: Commands<OrganizationsControl> = { create, list, get, update, delete: remove };
