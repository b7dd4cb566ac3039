import { assignState } from "./assign-state.ts";
import { isFields } from "./fields.ts";
import { ProblemList } from "./problem-list.ts";
import { completeUnvalidated, unrelatedContext } from "./record-defaults.ts";
import { redactStateErrors } from "./redact-state-errors.ts";
import type { ApiKey, Organization } from "./state.ts";
import { Store } from "./store.ts";
import { createStateError, validateState } from "./validate-state.ts";

/** What happens to the API keys of a state that is loaded into an organization. */
export type ApiKeyLoading = "keep" | "renew" | "omit";

/** All values of {@link ApiKeyLoading}. */
export const apiKeyLoadings = ["keep", "renew", "omit"] as const satisfies readonly ApiKeyLoading[];

/** A state that is loaded into an organization, whatever organization its records name. */
export interface OrganizationLoad {
  readonly organizationId: string;
  readonly state: unknown;
  readonly apiKeys: ApiKeyLoading;
  /** Creates a key that takes the place of one in the state. */
  readonly createKey: () => string;
}

/**
 * Creates an organization with a key, and with the records of a state but not its keys.
 *
 * @param organization - fields that are given; the others are those of the organization in the state
 * @throws {@link StateError}; then nothing is added
 */
export function createOrganization(
  store: Store,
  organization: Partial<Organization> & Pick<Organization, "id">,
  { apiKey, state }: { readonly apiKey: ApiKey; readonly state: unknown },
): Organization {
  const load: OrganizationLoad = {
    organizationId: organization.id,
    state,
    apiKeys: "omit",
    createKey: () => apiKey.key,
  };
  return redactStateErrors(state, store.apiKeys, () => {
    const { fields, described } = readLoad(store, load);
    const created: Organization = { name: "Organization", ...described, ...organization };
    store.add({ ...fields, organizations: [created], apiKeys: [apiKey] });
    return created;
  });
}

/**
 * Adds the records of a state to an organization, and returns the keys among them. Name and redirect URL of the organization
 * stay as they are.
 *
 * @throws {@link StateError}; then nothing is added
 */
export function seedOrganization(store: Store, load: OrganizationLoad): readonly ApiKey[] {
  const { arrays, replacedKeys } = redactStateErrors(load.state, store.apiKeys, () => {
    const { fields, ...read } = readLoad(store, load);
    return { arrays: validateState({ ...fields, organizations: [] }, store), ...read };
  });
  const apiKeys = [...arrays.apiKeys, ...renewKeys(replacedKeys, load)];
  store.insert({ ...arrays, apiKeys });
  return apiKeys;
}

/**
 * Replaces the records of an organization by those of a state, and returns the keys among them. With `omit` the organization
 * keeps its own keys.
 *
 * @throws {@link StateError}; then nothing changes
 */
export function restoreOrganization(store: Store, present: Organization, load: OrganizationLoad): readonly ApiKey[] {
  const { organizationId } = load;
  const { arrays, replacedKeys } = redactStateErrors(load.state, store.apiKeys, () => {
    const { fields, ...read } = readLoad(store, load);
    return { arrays: validateState({ ...fields, organizations: [read.described ?? present] }, new Store()), ...read };
  });
  const ownKeys = Array.from(store.organizations.get(organizationId)?.apiKeys.values() ?? []);
  const apiKeys = [...arrays.apiKeys, ...renewKeys(replacedKeys, load)];
  store.clearOrganization(organizationId);
  store.insert({ ...arrays, apiKeys: load.apiKeys === "omit" ? ownKeys : apiKeys });
  return apiKeys;
}

interface ReadLoad {
  /** The state with records of the organization alone, and with the keys that are used as they are. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The organization as the state describes it. */
  readonly described: Organization | undefined;
  /** The keys that are not used as they are. */
  readonly replacedKeys: readonly ApiKey[];
}

function readLoad(store: Store, load: OrganizationLoad): ReadLoad {
  const { organizationId } = load;
  const { organizations, apiKeys, ...rest } = assignState(load.state, organizationId);
  const {
    organizations: [described],
  } = validateState({ version: 1, organizations }, new Store());
  if (load.apiKeys !== "keep") {
    return { fields: rest, described, replacedKeys: validateReplacedKeys(apiKeys, organizationId) };
  }
  rejectForeignKeys(apiKeys, store, organizationId);
  return { fields: { ...rest, apiKeys }, described, replacedKeys: [] };
}

const foreignKey = 'is a key of another organization: load the state with apiKeys "renew" to issue new keys';

/** Ignores values that are not valid: the validation reports them. */
function rejectForeignKeys(apiKeys: unknown, store: Store, organizationId: string): void {
  const problems = new ProblemList();
  for (const [index, record] of Array.isArray(apiKeys) ? apiKeys.entries() : []) {
    const completed = completeUnvalidated("apiKeys", record, unrelatedContext);
    const owner = isFields(completed) ? store.apiKeys.get(String(completed["key"]))?.organizationId : undefined;
    if (owner !== undefined && owner !== organizationId) problems.add(["apiKeys", index, "key"], foreignKey);
  }
  if (problems.count > 0) throw createStateError(problems);
}

/**
 * Validates keys that are not used as they are. Those that the state leaves out count as different ones.
 *
 * @throws {@link StateError}
 */
function validateReplacedKeys(apiKeys: unknown, organizationId: string): readonly ApiKey[] {
  const given: unknown = Array.isArray(apiKeys)
    ? apiKeys.map((record, index) =>
        isFields(record) && record["key"] === undefined ? { ...record, key: `key-${index}-of-the-state` } : record,
      )
    : apiKeys;
  return validateState({ version: 1, organizations: [{ id: organizationId }], apiKeys: given }, new Store()).apiKeys;
}

/** Must be called after every validation, so that a state that is rejected uses up no id. */
function renewKeys(replacedKeys: readonly ApiKey[], { apiKeys, createKey }: OrganizationLoad): readonly ApiKey[] {
  return apiKeys === "renew" ? replacedKeys.map((apiKey) => ({ ...apiKey, key: createKey() })) : [];
}
