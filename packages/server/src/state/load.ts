import { type Fields, fieldsOf, isObject, suggestName } from "@knowledge-base/internal";
import { parseSync } from "@knowledge-base/types/internal";
import { choices } from "../basics/choices.ts";
import { Problems } from "../basics/control-error.ts";
import { addressOf } from "../organizations/collections.ts";
import type { ApiKey, Organization } from "../organizations/organization-records.ts";
import type { OrganizationStore, Organizations } from "../organizations/organizations.ts";
import { anyKinds, completeFields, describeForeign, hasDefault, kindNames, Owners } from "./kinds.ts";
import { type Destination, type LoadTarget, OneOrganization, WholeServer } from "./load-destinations.ts";
import { positionsSchema, recordSchemas } from "./schemas.ts";
import type { ChildEntry, ChildKindName, KindName, RecordEntry, Records, Related, ReportProblem } from "./state.ts";

/**
 * Adds the records of a state to the organizations of a server. Fields with a default may be left out. The caller opens the
 * transaction, which undoes what was added before a failure.
 *
 * @param create - creates an organization of the state
 * @returns the API keys of the state
 * @throws {@link ControlError} `invalid_input` with all problems
 */
export function loadState(
  organizations: Organizations,
  state: unknown,
  create: (record: Organization) => OrganizationStore,
): readonly ApiKey[] {
  return new Loader(organizations, new WholeServer(organizations, create)).load(state).apiKeys;
}

/**
 * Adds the records of a state to one organization. The caller opens the transaction.
 *
 * @returns the API keys as they were added, and the record of the state's organization: the target keeps its own
 * @throws {@link ControlError} `invalid_input` with all problems
 */
export function loadOrganization(organizations: Organizations, state: unknown, target: LoadTarget) {
  const { apiKeys, organizations: records } = new Loader(organizations, new OneOrganization(target)).load(state);
  return { apiKeys, organizationRecord: records[0] };
}

/** Adds one record to an organization by the rules of a state, and returns it as it is stored. */
export function addRecord<Name extends ChildKindName>(
  organizations: Organizations,
  organization: OrganizationStore,
  kind: Name,
  record: Fields,
  now: string,
): Records[Name] {
  const destination = new OneOrganization({ organization, apiKeys: "keep" });
  return new Loader(organizations, destination, now).add(kind, record) as Records[Name];
}

type LoadedRecords = { readonly [Name in KindName]: readonly Records[Name][] };

class Loader {
  readonly #organizations: Organizations;
  readonly #destination: Destination;
  readonly #related: Related;
  readonly #problems = new Problems();
  // Ends the message about a reference to a missing record.
  readonly #scopeText: string;
  // A reference to a missing record of such a kind may mean an invalid one, so it's no second problem.
  readonly #kindsWithInvalidRecords = new Set<KindName>();
  readonly #ownersInState = new Owners<OrganizationStore>();
  // The first collection of the server with records of a kind and a parent.
  readonly #presentRecords = new Map<string, ReadonlyMap<string, object> | undefined>();

  // The times that a record leaves out are `now`.
  constructor(organizations: Organizations, destination: Destination, now: string = choices.defaultTimestamp) {
    this.#organizations = organizations;
    this.#destination = destination;
    this.#related = {
      now,
      organizationOf: ({ organizationId, brainId }) =>
        typeof organizationId === "string"
          ? destination.organization(organizationId)
          : this.#findOwner("brains", String(brainId)),
    };
    this.#scopeText = organizations.byId.size === 0 ? "this state" : "this state or the server";
  }

  load(state: unknown): LoadedRecords {
    const arrays = this.#readArrays(state);
    const loaded = kindNames.map((kind) => {
      const records = Array.from(arrays(kind), (record, index) => this.#load(kind, record, [kind, index]));
      return [kind, records.filter((record) => record !== undefined)];
    });
    if (this.#problems.count > 0) this.#problems.rejectState();
    return Object.fromEntries(loaded) as LoadedRecords;
  }

  add(kind: ChildKindName, record: Fields): object {
    return this.#load(kind, record, []) ?? this.#problems.reject();
  }

  #readArrays(state: unknown): (kind: KindName) => readonly unknown[] {
    if (!isObject(state)) {
      const example = typeof state === "string" ? ", such as demoSeed() returns" : "";
      const message =
        typeof state === "function" ? "is a function: call it, and pass its result" : `must be an object${example}`;
      this.#problems.add(["state"], message);
      return this.#problems.rejectState();
    }
    const { version, idPosition, clock, ...arrays } = state;
    const position = parseSync(positionsSchema, { idPosition, clock });
    for (const { path, message } of position.ok ? [] : position.issues) this.#problems.add(path, message);
    if (version !== 1) {
      this.#problems.add(["version"], version === undefined ? 'is missing: write "version": 1' : "must be 1");
    }
    for (const [name, value] of Object.entries(arrays)) {
      if (!Object.hasOwn(anyKinds, name)) {
        this.#problems.add([name], () => `is not a known array; ${suggestName(name, kindNames, "array")}`);
      } else if (value !== undefined && !Array.isArray(value)) this.#problems.add([name], "must be an array");
      else continue;
      // A misspelled array may contain any record.
      for (const kind of kindNames) this.#kindsWithInvalidRecords.add(kind);
    }
    if (version !== 1) this.#problems.rejectState();
    return (kind) => (Array.isArray(arrays[kind]) ? arrays[kind] : []);
  }

  #load(kind: KindName, given: unknown, path: readonly PropertyKey[]): object | undefined {
    const report: ReportProblem = (field, problem) => this.#problems.add([...path, field], problem);
    const assigned = isObject(given) ? this.#destination.assign(kind, given, report) : given;
    const entry = this.#validate(kind, assigned, path);
    const stored = entry && this.#put(entry, report);
    if (!stored) this.#kindsWithInvalidRecords.add(kind);
    return stored;
  }

  #validate(kind: KindName, given: unknown, path: readonly PropertyKey[]): RecordEntry | undefined {
    const schema = recordSchemas[kind];
    const completed = isObject(given) ? completeFields(kind, given, this.#related) : given;
    const validation = parseSync(schema, completed);
    if (validation.ok) return { kind, record: validation.value } as RecordEntry;
    // Invalid fields make invalid defaults, so that a problem of a default counts only by itself.
    const isDefault = (field: PropertyKey = "") =>
      hasDefault(kind, field) && fieldsOf(given)[String(field)] === undefined;
    const issuesOfGivenFields = validation.issues.filter(({ path: [field] }) => !isDefault(field));
    this.#problems.omit(validation.omitted);
    for (const { path: fieldPath, message } of issuesOfGivenFields.length > 0
      ? issuesOfGivenFields
      : validation.issues) {
      this.#problems.add([...path, ...fieldPath], message);
    }
    return undefined;
  }

  #put(entry: RecordEntry, report: ReportProblem): object | undefined {
    const { kind, record } = entry;
    if (kind === "organizations") return this.#destination.putOrganization(record, report);
    if (kind !== "apiKeys") return this.#putChild(entry, report);
    const apiKey = this.#destination.chooseKey(record);
    return apiKey && this.#putChild({ kind, record: apiKey }, report);
  }

  #putChild(entry: ChildEntry, report: ReportProblem): object | undefined {
    const { kind, record } = entry;
    const organization = this.#findOrganization(kind, record, report);
    if (!organization) return undefined;
    const before = this.#problems.count;
    const present = kind === "apiKeys" && this.#organizations.byKey.get(record.key);
    if (present && present !== organization) report("key", this.#destination.takenKey);
    organization.reportTaken(kind, record, report);
    this.#checkReference(kind, record, organization, report);
    anyKinds[kind].check?.(record, report, this.#related);
    if (this.#problems.count > before) return undefined;
    const [id, parentId] = addressOf(kind, record);
    this.#ownersInState.add(kind, id, organization);
    const shared = anyKinds[kind].share?.(record, this.#findTwin(kind, id, parentId)) ?? record;
    // A record below a brain or an installation is found through it, so its organization need not be stored.
    const { organizationId: _, ...below } = fieldsOf(shared);
    const stored = (anyKinds[kind].parent === "organizations" ? shared : below) as typeof record;
    organization.put(kind, stored);
    return stored;
  }

  // Returns the organization that gets a record, if it has the record's parent.
  #findOrganization(kind: ChildKindName, record: object, report: ReportProblem): OrganizationStore | undefined {
    const { parent, parentField } = anyKinds[kind];
    const { organizationId, [parentField]: parentId } = fieldsOf(record);
    if (organizationId === undefined && parent !== "organizations") {
      return this.#findOwner(parent, String(parentId)) ?? this.#reportMissing(parent, parentField, report);
    }
    const organization = this.#destination.organization(String(organizationId));
    if (!organization) return this.#reportMissing("organizations", "organizationId", report);
    return organization.collection(kind, String(parentId))
      ? organization
      : this.#reportMissing(parent, parentField, report, "its organization");
  }

  // A brain or an installation of the state comes before one of the server. If all records go to one organization, no other is found.
  #findOwner(parent: KindName, id: string): OrganizationStore | undefined {
    const organization = this.#ownersInState.find(parent, id) ?? this.#organizations.findWith(parent, id);
    return organization && this.#destination.organization(organization.id) === organization ? organization : undefined;
  }

  // Returns the record with the same ids in the first organization of the server that has its parent.
  #findTwin(kind: ChildKindName, id: string, parentId: string): object | undefined {
    const key = `${kind} ${parentId}`;
    if (!this.#presentRecords.has(key)) {
      const organization = this.#organizations.findWith(anyKinds[kind].parent, parentId);
      this.#presentRecords.set(key, organization?.collection(kind, parentId));
    }
    return this.#presentRecords.get(key)?.get(id);
  }

  #checkReference(kind: ChildKindName, record: object, organization: OrganizationStore, report: ReportProblem): void {
    const { reference } = anyKinds[kind];
    if (!reference) return;
    const [parentField, idField] = reference.fields;
    const [parentId = "", id = ""] = reference.fields.map((name) => String(fieldsOf(record)[name]));
    const { parent } = anyKinds[reference.kind];
    const siblings = organization.collection(reference.kind, parentId);
    const isForeign = !siblings && this.#findOwner(parent, parentId);
    if (isForeign) report(parentField, describeForeign(parent));
    else if (!siblings) this.#reportMissing(parent, parentField, report);
    else if (!siblings.has(id)) this.#reportMissing(reference.kind, idField, report);
  }

  #reportMissing(kind: KindName, field: string, report: ReportProblem, scope = this.#scopeText): undefined {
    if (!this.#kindsWithInvalidRecords.has(kind)) report(field, `names no ${anyKinds[kind].name} of ${scope}`);
    return undefined;
  }
}
