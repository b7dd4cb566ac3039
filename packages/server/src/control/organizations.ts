import { identifierSchema, objectSchema } from "@knowledge-base/types";
import * as z from "zod/mini";
import { choices } from "../choices.ts";
import { generateUniqueId } from "../ids.ts";
import type { Organization } from "../store/state.ts";
import { keySchema, recordSchemas, redirectUrlSchema } from "../store/state-schemas.ts";
import { addApiKey } from "./api-keys.ts";
import { type Command, type Commands, inputSchema } from "./command.ts";
import { rejectInput } from "./command-rejection.ts";

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
   * @default "Organization"
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
}

/** An organization and a key that is scoped to it. */
export interface CreatedOrganization extends Organization {
  /** A key of the organization. */
  readonly apiKey: string;
}

/** Input of `organizations.update`. Fields that are left out stay as they are. */
export interface UpdateOrganizationInput {
  /** Organization id. */
  readonly organizationId: string;
  /** Display name. */
  readonly name?: string | undefined;
  /** URL to which the messaging platform redirects users; null for a page of the server. */
  readonly redirectUrl?: string | null | undefined;
}

/** Organizations. Keys are scoped to one, and nothing is shared between two, so that each test can have its own. */
export interface OrganizationsControl {
  /**
   * Creates an organization with a key.
   *
   * @throws {@link ControlError} `invalid_input` if a field is not valid or the id is taken
   */
  create(input?: CreateOrganizationInput): CreatedOrganization;

  /**
   * Changes an organization.
   *
   * @throws {@link ControlError} `not_found`, `invalid_input`
   */
  update(input: UpdateOrganizationInput): Organization;

  /**
   * Removes an organization with everything that belongs to it. Its keys are invalid from then on.
   *
   * @throws {@link ControlError} `not_found`
   */
  delete(input: { readonly organizationId: string }): void;
}

const create: Command<CreateOrganizationInput, CreatedOrganization> = {
  summary: "Create an organization",
  input: inputSchema({
    id: z.optional(identifierSchema),
    name: z.optional(z.string()),
    redirectUrl: z.optional(redirectUrlSchema),
    apiKey: z.optional(keySchema),
    role: z.optional(z.string()),
  }),
  output: objectSchema({
    id: identifierSchema,
    name: z.string(),
    redirectUrl: z.optional(redirectUrlSchema),
    apiKey: z.string(),
  }),
  run({ id, name = "Organization", redirectUrl, apiKey, role = choices.defaultRole }, context) {
    const { store, ids } = context.serverState;
    if (apiKey !== undefined && store.apiKeys.has(apiKey)) {
      rejectInput([{ path: "apiKey", message: "is taken already" }]);
    }
    const organization: Organization = {
      id: id ?? generateUniqueId(ids, "organization", (candidate) => store.organizations.has(candidate)),
      name,
      ...(redirectUrl !== undefined && { redirectUrl }),
    };
    context.add("organizations", organization);
    return { ...organization, apiKey: addApiKey(context.organization(organization.id), context, role, apiKey).key };
  },
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
    store.organization = {
      ...rest,
      name: name ?? rest.name,
      ...(nextUrl !== undefined && { redirectUrl: nextUrl }),
    };
    return store.organization;
  },
};

const remove: Command<{ readonly organizationId: string }, void> = {
  summary: "Delete an organization",
  input: inputSchema({ organizationId: identifierSchema }),
  output: z.void(),
  run({ organizationId }, context) {
    context.serverState.deleteOrganization(context.organization(organizationId));
  },
};

/** The commands of {@link OrganizationsControl}. */
export const organizationCommands: Commands<OrganizationsControl> = { create, update, delete: remove };
