import { type Fields, fieldsOf, isObject } from "@knowledge-base/internal/json";
import { suggestName } from "@knowledge-base/internal/suggest-name";
import { parseSync } from "@knowledge-base/types/internal";
import { type Problems, takenProblem } from "../basics/control-error.ts";
import type { ApiKey, Organization } from "../organizations/organization-records.ts";
import type { OrganizationStore, Organizations } from "../store/organization-store.ts";
import { kindNames, recordKinds } from "../store/record-kinds.ts";
import { type Path, RecordAdder } from "./add-record.ts";
import { positionsSchema } from "./schemas.ts";
import type { KindName } from "./state.ts";

export const apiKeyLoadings = ["keep", "renew", "omit"] as const;

/**
 * What happens to the API keys of a state that is loaded into an organization.
 *
 * @useDeclaredType
 */
export type ApiKeyLoading = (typeof apiKeyLoadings)[number];

/**
 * Adds the records of a state to the organizations of a server, in a transaction, which undoes what was added before a failure. Fields
 * with a default may be left out.
 *
 * @param create - creates an organization of the state
 * @returns the API keys of the state
 * @throws {@link ControlError} `invalid_input` with the first problems
 */
export function loadState(
  organizations: Organizations,
  state: unknown,
  create: (record: Organization) => void,
): readonly ApiKey[] {
  const adder = new RecordAdder(organizations);
  return addRecords(readState(state, adder), adder, "keep", (record, path) => {
    if (!organizations.byId.has(record.id)) return create(record);
    adder.problems.add([...path, "id"], takenProblem);
    adder.skip("organizations");
  });
}

/**
 * Adds the records of a state to one organization, whatever organization they name.
 *
 * @returns the API keys as they were added, and the record of the state's organization: the target keeps its own
 * @throws {@link ControlError} `invalid_input` with the first problems
 */
export function loadOrganization(
  organizations: Organizations,
  organization: OrganizationStore,
  state: unknown,
  apiKeyLoading: ApiKeyLoading = "keep",
) {
  const adder = new RecordAdder(organizations, organization);
  let organizationRecord: Organization | undefined;
  const records = assignRecords(readState(state, adder), organization.id, adder.problems);
  const apiKeys = addRecords(records, adder, apiKeyLoading, (record) => {
    organizationRecord ??= record;
    // Before new keys are generated, which must differ from the keys of the state.
    organization.tools.ids.continueAt(record.idPosition ?? 0);
  });
  return { apiKeys, organizationRecord };
}

// Adds the records, and returns the API keys as they were added.
function addRecords(
  records: Iterable<ReadRecord>,
  adder: RecordAdder,
  apiKeyLoading: ApiKeyLoading,
  addOrganization: (record: Organization, path: Path) => void,
): readonly ApiKey[] {
  const apiKeys: ApiKey[] = [];
  for (const { kind, given, path } of records) {
    if (kind === "organizations") {
      const record = adder.complete(kind, given, path);
      if (record) addOrganization(record, path);
    } else if (kind === "apiKeys") {
      const record = adder.complete(kind, given, path);
      if (!record || apiKeyLoading === "omit") continue;
      const newKey = apiKeyLoading === "renew" ? adder.target?.createKey() : undefined;
      const apiKey = adder.add(kind, { ...record, key: newKey ?? record.key }, path);
      if (apiKey) apiKeys.push(apiKey);
    } else {
      adder.add(kind, given, path);
    }
  }
  if (adder.problems.count > 0) adder.problems.rejectState();
  return apiKeys;
}

const secondOrganization =
  "belongs to a second organization: load the records of one organization, or load the state into the whole server";

// Assigns the records of a state to an organization, whatever organization they name. They must all name the same one.
function* assignRecords(
  records: Iterable<ReadRecord>,
  organizationId: string,
  problems: Problems,
): Generator<ReadRecord> {
  let namedId: string | undefined;
  let hasOrganization = false;
  for (const { kind, given, path } of records) {
    const idField = organizationField(kind);
    const { [idField]: id } = fieldsOf(given);
    if (typeof id === "string") {
      namedId ??= id;
      if (id !== namedId) problems.add([...path, idField], secondOrganization);
      else if (kind === "organizations" && hasOrganization) problems.add([...path, idField], takenProblem);
    }
    hasOrganization ||= kind === "organizations";
    yield { kind, path, given: isObject(given) ? renameOrganization(kind, given, namedId, organizationId) : given };
  }
}

// Replaces the organization of a record. If the tenant of a page was the state's organization, it's replaced, too.
function renameOrganization(kind: KindName, given: Fields, namedId: string | undefined, nextId: string): Fields {
  const idField = organizationField(kind);
  return {
    ...given,
    ...(typeof given[idField] === "string" && { [idField]: nextId }),
    ...(namedId !== undefined && given["tenantId"] === namedId && { tenantId: nextId }),
  };
}

// The field with the id of the organization.
function organizationField(kind: KindName): string {
  return kind === "organizations" ? "id" : "organizationId";
}

interface ReadRecord {
  readonly kind: KindName;
  readonly given: unknown;
  // Path of the record in the state.
  readonly path: Path;
}

// Describes the problem of a value that isn't a state.
function describeNonState(value: unknown): string {
  if (typeof value === "function") return "is a function: call it, and pass its result";
  if (isObject(value)) return "is a promise: await it, and pass its result";
  return `must be an object${typeof value === "string" ? ", such as demoSeed() returns" : ""}`;
}

// Yields the records of a state in the order of the table of kinds, so each after its parent and after the records that it refers to.
function* readState(state: unknown, adder: RecordAdder): Generator<ReadRecord> {
  const { problems } = adder;
  if (!isObject(state) || typeof state["then"] === "function") {
    problems.add(["state"], describeNonState(state));
    return problems.rejectState();
  }
  const { version, idPosition, clock, ...arrays } = state;
  const position = parseSync(positionsSchema, { idPosition, clock });
  for (const { path, message } of position.ok ? [] : position.issues) problems.add(path, message);
  if (version !== 1) problems.add(["version"], version === undefined ? 'is missing: write "version": 1' : "must be 1");
  for (const [name, value] of Object.entries(arrays)) {
    if (!Object.hasOwn(recordKinds, name))
      problems.add([name], () => `is not a known array; ${suggestName(name, kindNames, "array")}`);
    else if (value !== undefined && !Array.isArray(value)) problems.add([name], "must be an array");
    else continue;
    // A misspelled array may contain any record.
    for (const kind of kindNames) adder.skip(kind);
  }
  if (version !== 1) problems.rejectState();
  for (const kind of kindNames) {
    const records: readonly unknown[] = Array.isArray(arrays[kind]) ? arrays[kind] : [];
    for (const [index, given] of records.entries()) {
      if (problems.areTooMany) return;
      yield { kind, given, path: [kind, index] };
    }
  }
}
