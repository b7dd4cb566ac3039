import type { Fields } from "@knowledge-base/internal";
import type { ApiKey, Organization } from "../organizations/organization-records.ts";
import type { OrganizationStore, Organizations } from "../organizations/organizations.ts";
import { anyKinds } from "./kinds.ts";
import type { KindName, Report } from "./state.ts";

export const apiKeyLoadings = ["keep", "renew", "omit"] as const;

/**
 * What happens to the API keys of a state that is loaded into an organization.
 *
 * @useDeclaredType
 */
export type ApiKeyLoading = (typeof apiKeyLoadings)[number];

/** The organization into which a state is loaded, whatever organization its records name. */
export interface LoadTarget {
  readonly organization: OrganizationStore;
  readonly apiKeys: ApiKeyLoading;
}

export type CreateOrganization = (record: Organization) => OrganizationStore;

/** Where the records of a state go: into the whole server or into one organization. */
export interface Destination {
  organization(organizationId: string): OrganizationStore | undefined;
  /** Returns a record with the id of the organization that gets it. The record may be invalid. */
  assign(kind: KindName, given: Fields, report: Report): Fields;
  putOrganization(record: Organization, report: Report): Organization | undefined;
  /** Returns the key to add for a key of the state, if there is one. */
  apiKeyFor(record: ApiKey): ApiKey | undefined;
  /** Problem of a key that another organization has. */
  readonly foreignKeyProblem: string;
}

const taken = "is taken already";

/** Each record goes to the organization that it names. */
export function toServer({ byId }: Organizations, create: CreateOrganization): Destination {
  return {
    organization: (organizationId) => byId.get(organizationId),
    assign: (_, given) => given,
    putOrganization(record, report) {
      if (!byId.has(record.id)) return create(record).record;
      report("id", taken);
      return undefined;
    },
    apiKeyFor: (record) => record,
    foreignKeyProblem: taken,
  };
}

const secondOrganization =
  "belongs to a second organization: load the records of one organization, or load the state into the whole server";

/** All records go to one organization, whatever organization they name. */
export function toOrganization({ organization, apiKeys }: LoadTarget) {
  const { id } = organization;
  let named: unknown;
  const destination: Destination & { described?: Organization } = {
    organization: () => organization,
    assign(kind, given, report) {
      const field = kind === "organizations" ? "id" : "organizationId";
      const isOptional = kind !== "organizations" && anyKinds[kind].parent !== "organizations";
      if (typeof given[field] === "string") {
        named ??= given[field];
        if (given[field] !== named) report(field, secondOrganization);
        else if (kind === "organizations" && destination.described) report(field, taken);
      } else if (given[field] !== undefined || !isOptional) return given;
      return { ...given, [field]: id, ...(kind === "pages" && given["tenantId"] === named && { tenantId: id }) };
    },
    putOrganization(record) {
      destination.described = record;
      return record;
    },
    apiKeyFor(record) {
      if (apiKeys === "omit") return undefined;
      return apiKeys === "renew" ? { ...record, key: organization.createKey() } : record;
    },
    foreignKeyProblem: 'is a key of another organization: load the state with apiKeys "renew" to issue new keys',
  };
  return destination;
}
