import { identifierSchema, objectSchema } from "@knowledge-base/types";
import * as z from "zod/mini";
import { choices } from "../../choices.ts";
import { generateUniqueId } from "../../ids.ts";
import type { Organization } from "../../store/state.ts";
import { keySchema, redirectUrlSchema, stateSchemas } from "../../store/state-schemas.ts";
import { createApiKey } from "../api-keys/create-api-key.ts";
import { type Command, type Commands, inputSchema } from "../command.ts";
import { refuseInput } from "../refusal.ts";
import type {
  CreatedOrganization,
  CreateOrganizationInput,
  OrganizationsControl,
  UpdateOrganizationInput,
} from "./organizations-control.ts";

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
      refuseInput([{ path: "apiKey", message: "is taken already" }]);
    }
    const organization: Organization = {
      id: id ?? generateUniqueId(ids, "organization", (candidate) => store.organizations.has(candidate)),
      name,
      ...(redirectUrl !== undefined && { redirectUrl }),
    };
    context.add("organizations", organization);
    return { ...organization, apiKey: createApiKey(context.organization(organization.id), context, role, apiKey).key };
  },
};

const update: Command<UpdateOrganizationInput, Organization> = {
  summary: "Change an organization",
  input: inputSchema({
    organizationId: identifierSchema,
    name: z.optional(z.string()),
    redirectUrl: z.optional(z.nullable(redirectUrlSchema)),
  }),
  output: stateSchemas.organizations,
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
