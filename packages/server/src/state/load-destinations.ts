import type { Fields } from "@knowledge-base/internal";
import type { ApiKey, Organization } from "../organizations/organization-records.ts";
import type { OrganizationStore, Organizations } from "../organizations/organizations.ts";
import { anyKinds } from "./kinds.ts";
import type { KindName, ReportProblem } from "./state.ts";

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

const taken = "is taken already";
const secondOrganization =
  "belongs to a second organization: load the records of one organization, or load the state into the whole server";
const keyOfAnother = 'is a key of another organization: load the state with apiKeys "renew" to issue new keys';

/** Where the records of a state go. */
export interface Destination {
  /** The problem of a key that another organization has. */
  readonly takenKey: string;
  /** Returns the organization that gets the records of an organization of the state. */
  organization(id: string): OrganizationStore | undefined;
  /** Returns a record with the id of the organization that gets it. The record may be invalid. */
  assign(kind: KindName, given: Fields, report: ReportProblem): Fields;
  putOrganization(record: Organization, report: ReportProblem): object | undefined;
  /** Returns an API key as it's added; undefined if it's left out. */
  chooseKey(apiKey: ApiKey): ApiKey | undefined;
}

/** Each record goes to the organization that it names. */
export class WholeServer implements Destination {
  readonly takenKey = taken;
  readonly #organizations: Organizations;
  readonly #create: (record: Organization) => OrganizationStore;

  constructor(organizations: Organizations, create: (record: Organization) => OrganizationStore) {
    this.#organizations = organizations;
    this.#create = create;
  }

  organization(id: string): OrganizationStore | undefined {
    return this.#organizations.byId.get(id);
  }

  assign(_kind: KindName, given: Fields): Fields {
    return given;
  }

  putOrganization(record: Organization, report: ReportProblem): object | undefined {
    if (!this.#organizations.byId.has(record.id)) return this.#create(record).record;
    report("id", taken);
    return undefined;
  }

  chooseKey(apiKey: ApiKey): ApiKey {
    return apiKey;
  }
}

/** All records go to one organization. Those that name an organization must all name the same. */
export class OneOrganization implements Destination {
  readonly takenKey = keyOfAnother;
  readonly #target: LoadTarget;
  // The organization that the records name.
  #sourceOrganizationId: unknown;
  #hasOrganization = false;

  constructor(target: LoadTarget) {
    this.#target = target;
  }

  organization(): OrganizationStore {
    return this.#target.organization;
  }

  assign(kind: KindName, given: Fields, report: ReportProblem): Fields {
    const { id } = this.#target.organization;
    const field = kind === "organizations" ? "id" : "organizationId";
    const isOptional = kind !== "organizations" && anyKinds[kind].parent !== "organizations";
    const name = given[field];
    if (typeof name === "string") {
      this.#sourceOrganizationId ??= name;
      if (name !== this.#sourceOrganizationId) report(field, secondOrganization);
      else if (kind === "organizations" && this.#hasOrganization) report(field, taken);
    } else if (name !== undefined || !isOptional) return given;
    const { tenantField } = anyKinds[kind];
    const isTenant = tenantField && given[tenantField] === this.#sourceOrganizationId;
    return { ...given, [field]: id, ...(isTenant && { [tenantField]: id }) };
  }

  // The target keeps its own record.
  putOrganization(record: Organization): object {
    this.#hasOrganization = true;
    return record;
  }

  chooseKey(apiKey: ApiKey): ApiKey | undefined {
    const { organization, apiKeys } = this.#target;
    if (apiKeys === "omit") return undefined;
    return apiKeys === "renew" ? { ...apiKey, key: organization.createKey() } : apiKey;
  }
}
