import { fieldsOf, isObject, suggestName } from "@knowledge-base/internal";
import { parseSync } from "@knowledge-base/types/internal";
import type { ApiKey, Organization } from "../organizations/organization-records.ts";
import type { OrganizationStore } from "../organizations/organization-store.ts";
import type { Store } from "../organizations/store.ts";
import type { StoredPage } from "../pages/page.ts";
import { choices } from "./choices.ts";
import { ControlError, Problems, redactError } from "./errors.ts";
import { anyKinds, complete, type Fields, hasDefault, kindNames, unrelated } from "./kinds.ts";
import { recordSchemas } from "./schemas.ts";
import type { AnyFields, CollectedKind, KindName, RecordEntry, Records, Related, Report } from "./state.ts";

/** What happens to the API keys of a state that is loaded into an organization. */
export type ApiKeyLoading = "keep" | "renew" | "omit";

export const apiKeyLoadings = ["keep", "renew", "omit"] as const satisfies readonly ApiKeyLoading[];

/** The organization into which a state is loaded, whatever organization its records name. */
export interface LoadTarget {
  readonly organizationId: string;
  readonly apiKeys: ApiKeyLoading;
  /** Creates a key that takes the place of one in the state. */
  readonly createKey: () => string;
  /** Returns the organization's own record; undefined if it stays as it is. */
  readonly describe?: (described: Organization | undefined) => Organization;
  /** Keys that the organization has besides those of the state. */
  readonly ownKeys?: readonly ApiKey[];
}

/**
 * Adds the records of a state to a store, and returns the API keys among them. Fields with a default may be left out.
 *
 * @param knownKeys - keys that no error contains, besides those of the store and of the state
 * @throws {@link ControlError} `invalid_input` with all problems; then nothing is added
 */
export function loadState(
  store: Store,
  state: unknown,
  { target, knownKeys = [] }: { readonly target?: LoadTarget | undefined; readonly knownKeys?: Iterable<string> } = {},
): readonly ApiKey[] {
  try {
    return store.transaction(() => new Loader(store, target).load(state));
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    throw redactError(error, new Set([...readKeys(state), ...knownKeys, ...store.apiKeys.keys()]));
  }
}

/**
 * Adds one record to a store by the rules of a state, and returns it as it is stored.
 *
 * @param now - time of a record that names none
 * @throws {@link ControlError} `invalid_input` with all problems; then nothing is added
 */
export function addRecord<Name extends KindName>(store: Store, kind: Name, record: Fields, now: string): Records[Name] {
  return new Loader(store, undefined, now).add(kind, record) as Records[Name];
}

/** Returns the API keys of a state that may be invalid. */
function readKeys(state: unknown): readonly string[] {
  const records: unknown = isObject(state) ? state["apiKeys"] : undefined;
  const keys = (Array.isArray(records) ? records : [])
    .filter(isObject)
    .map((record) => complete("apiKeys", record, unrelated)["key"]);
  return keys.filter((key) => typeof key === "string");
}

const foreignKey = 'is a key of another organization: load the state with apiKeys "renew" to issue new keys';
const secondOrganization =
  "belongs to a second organization: load the records of one organization, or load the state into the whole server";

/** Puts the records of a state into a store, one after the other, and collects the problems of those that it leaves out. */
class Loader {
  readonly #store: Store;
  readonly #target: LoadTarget | undefined;
  readonly #related: Related;
  readonly #problems = new Problems();
  /** Where a reference can lead, in messages. */
  readonly #place: string;
  /** The kinds of which a record was left out: a reference to an unknown record might mean that one. */
  readonly #incomplete = new Set<KindName>();
  readonly #apiKeys: ApiKey[] = [];
  readonly #created = new Set<string>();
  /** The first organization to which the state adds a brain or an installation with an id. */
  readonly #added = {
    brains: new Map<string, OrganizationStore>(),
    installations: new Map<string, OrganizationStore>(),
  };
  /** The first organization of the server that has a brain or an installation with an id, as far as it was searched. */
  readonly #known = {
    brains: new Map<string, OrganizationStore>(),
    installations: new Map<string, OrganizationStore>(),
  };
  /** The organization that the records of the state name, if they are loaded into one. */
  #named: string | undefined;
  #described: Organization | undefined;

  constructor(store: Store, target?: LoadTarget, now: string = choices.defaultTimestamp) {
    this.#store = store;
    this.#target = target;
    this.#related = createRelated(store, (brainId) => this.#ownerOf("brains", brainId), now);
    this.#place = store.organizations.size === 0 ? "this state" : "this state or the server";
  }

  load(state: unknown): readonly ApiKey[] {
    const arrays = this.#readArrays(state);
    for (const kind of kindNames) {
      for (const [index, record] of arrays(kind).entries()) this.#load(kind, record, [kind, index]);
      if (kind === "organizations") this.#describeTarget();
    }
    if (this.#problems.count > 0) throw this.#problems.toStateError();
    for (const id of this.#created) this.#store.rememberInitial(id);
    return this.#apiKeys;
  }

  add(kind: KindName, record: Fields): object {
    const entry = this.#validate(kind, record, []);
    const stored = entry && this.#put(entry, (field, problem) => this.#problems.add([field], problem));
    return stored ?? this.#problems.reject();
  }

  /** Checks the fields of a state, and returns a function that returns the records of a kind. */
  #readArrays(state: unknown): (kind: KindName) => readonly unknown[] {
    if (!isObject(state)) {
      const example = typeof state === "string" ? ", such as demoSeed() returns" : "";
      const message =
        typeof state === "function" ? "is a function: call it, and pass its result" : `must be an object${example}`;
      this.#problems.add(["state"], message);
      throw this.#problems.toStateError();
    }
    const { version, idPosition = 0, ...arrays } = state;
    if (!Number.isSafeInteger(idPosition) || Number(idPosition) < 0)
      this.#problems.add(["idPosition"], "must be a whole number of at least 0");
    if (version !== 1) {
      this.#problems.add(["version"], version === undefined ? 'is missing: write "version": 1' : "must be 1");
    }
    for (const [name, value] of Object.entries(arrays)) {
      if (!Object.hasOwn(anyKinds, name)) {
        this.#problems.add([name], () => `is not a known array; ${suggestName(name, kindNames, "array")}`);
      } else if (value !== undefined && !Array.isArray(value)) this.#problems.add([name], "must be an array");
      else continue;
      // It may contain any record.
      for (const kind of kindNames) this.#incomplete.add(kind);
    }
    if (version !== 1) throw this.#problems.toStateError();
    return (kind) => (Array.isArray(arrays[kind]) ? arrays[kind] : []);
  }

  /** Puts the record of the organization into which a state is loaded, if the state can change it, and the keys that it keeps. */
  #describeTarget(): void {
    if (!this.#target?.describe) return;
    const organization = this.#target.describe(this.#described);
    if (!this.#store.organizations.has(organization.id)) this.#created.add(organization.id);
    const owner = this.#store.putOrganization(organization);
    for (const apiKey of this.#target.ownKeys ?? []) owner.put("apiKeys", apiKey);
  }

  #load(kind: KindName, given: unknown, path: readonly PropertyKey[]): void {
    const entry = this.#validate(kind, this.#assign(kind, given, path), path);
    const stored = entry && this.#put(entry, (field, problem) => this.#problems.add([...path, field], problem));
    if (!stored) this.#incomplete.add(kind);
  }

  /** Gives a record to the organization into which it is loaded. */
  #assign(kind: KindName, given: unknown, path: readonly PropertyKey[]): unknown {
    if (!this.#target || !isObject(given)) return given;
    const field = kind === "organizations" ? "id" : "organizationId";
    const named = given[field];
    if (typeof named === "string") {
      this.#named ??= named;
      if (named !== this.#named) this.#problems.add([...path, field], secondOrganization);
      else if (kind === "organizations" && this.#described) this.#problems.add([...path, field], "is taken already");
    } else if (named !== undefined || kind === "organizations" || anyKinds[kind].parent === "organizations")
      return given;
    return { ...given, [field]: this.#target.organizationId };
  }

  /** Returns a complete record, or reports its problems. */
  #validate(kind: KindName, given: unknown, path: readonly PropertyKey[]): RecordEntry | undefined {
    const schema = recordSchemas[kind];
    const completed = isObject(given) ? complete(kind, given, this.#related) : given;
    const validation = parseSync(schema, completed);
    if (validation.ok) return { kind, record: validation.value } as RecordEntry;
    // If only defaults are invalid, they are the problem; otherwise the fields that they are made from are.
    const isDefault = (field: PropertyKey = "") =>
      hasDefault(kind, field) && fieldsOf(given)[String(field)] === undefined;
    const own = validation.issues.filter(({ path: [field] }) => !isDefault(field));
    this.#problems.omit(validation.omitted);
    for (const { path: fieldPath, message } of own.length > 0 ? own : validation.issues) {
      this.#problems.add([...path, ...fieldPath], message);
    }
    return undefined;
  }

  /** Puts a record into the store and returns it, or reports why it does not fit there. */
  #put(entry: RecordEntry, report: Report): object | undefined {
    if (entry.kind === "organizations") return this.#putOrganization(entry.record, report);
    if (entry.kind === "apiKeys" && !this.#isKeyFree(entry.record, report)) return undefined;
    const { kind, record } = entry;
    const owner = this.#findOwner(kind, record, report);
    if (!owner) return undefined;
    const before = this.#problems.count;
    owner.reportTaken(kind, record, report);
    this.#checkReference(kind, record, owner, report);
    anyKinds[kind].check?.(record, report, this.#related);
    if (this.#problems.count > before) return undefined;
    const stored = this.#toStored(entry);
    owner.put(kind, stored);
    if (entry.kind === "apiKeys") this.#apiKeys.push(entry.record);
    if (entry.kind === "brains" || entry.kind === "installations") {
      const added = this.#added[entry.kind];
      if (!added.has(entry.record.id)) added.set(entry.record.id, owner);
    }
    return stored;
  }

  #putOrganization(record: Organization, report: Report): object | undefined {
    if (this.#target) {
      this.#described = record;
      return record;
    }
    if (this.#store.organizations.has(record.id)) {
      report("id", "is taken already");
      return undefined;
    }
    this.#created.add(record.id);
    return this.#store.putOrganization(record);
  }

  /** Reports a key that is taken. A key that is not used as it is never is. */
  #isKeyFree(record: ApiKey, report: Report): boolean {
    const { organizationId } = record;
    if (this.#target?.apiKeys === "omit") return false;
    if (this.#target?.apiKeys === "renew") {
      const renewed = { ...record, key: this.#target.createKey() };
      this.#store.organizations.get(organizationId)?.put("apiKeys", renewed);
      this.#apiKeys.push(renewed);
      return false;
    }
    const present = this.#store.apiKeys.get(record.key);
    if (present)
      report("key", this.#target && present.organizationId !== organizationId ? foreignKey : "is taken already");
    return !present;
  }

  /** Returns the organization of a record, or reports why there is none. */
  #findOwner(kind: CollectedKind, record: object, report: Report): OrganizationStore | undefined {
    const { parent, parentId: field } = anyKinds[kind];
    const { organizationId } = record as { readonly organizationId?: string };
    const named = organizationId === undefined ? undefined : this.#store.organizations.get(organizationId);
    if (parent === "organizations" || (organizationId !== undefined && !named)) {
      if (!named) this.#reportMissing("organizations", "organizationId", report);
      return named;
    }
    const parentId = String(Reflect.get(record, field));
    if (named?.collection(kind, parentId)) return named;
    if (named) return this.#reportMissing(parent, field, report, "its organization");
    return this.#ownerOf(parent, parentId) ?? this.#reportMissing(parent, field, report);
  }

  /** Returns the first organization to which the state adds a brain or an installation with an id, or else the first that has it. */
  #ownerOf(kind: "brains" | "installations", id: string): OrganizationStore | undefined {
    return this.#added[kind].get(id) ?? this.#findKnown(kind, id);
  }

  #findKnown(kind: "brains" | "installations", id: string): OrganizationStore | undefined {
    const found = this.#known[kind].get(id) ?? this.#store.findOwner(kind, id);
    if (found) this.#known[kind].set(id, found);
    return found;
  }

  /** Returns the record as a store has it: without the organization that owns its parent, and independent of its caller. */
  #toStored({ kind, record }: RecordEntry): never {
    if (kind === "organizations" || anyKinds[kind].parent === "organizations") return record as never;
    const { organizationId: _, ...stored } = record as StoredPage;
    if (kind !== "pages") return stored as never;
    const { brainId, slug, embedding } = stored;
    const known = this.#findKnown("brains", brainId)?.get("pages", brainId, slug)?.embedding;
    // Organizations that were created from the same seed share its embeddings. Stored records are replaced and never changed.
    const isKnown = known?.length === embedding.length && embedding.every((number, at) => Object.is(number, known[at]));
    return { ...stored, embedding: isKnown ? known : embedding.slice() } as never;
  }

  #checkReference(kind: CollectedKind, record: object, owner: OrganizationStore, report: Report): void {
    const { reference } = anyKinds[kind];
    if (!reference) return;
    const [parentField, field] = reference.fields;
    const [parentId = "", id = ""] = reference.fields.map((name): string => Reflect.get(record, name));
    const { parent } = anyKinds[reference.kind];
    const siblings = owner.collection(reference.kind, parentId);
    if (!siblings && parent !== "organizations" && this.#ownerOf(parent, parentId)) {
      report(parentField, `must be an ${anyKinds[parent].name} of the organization of the brain`);
    } else if (!siblings) this.#reportMissing(parent, parentField, report);
    else if (!siblings.has(id)) this.#reportMissing(reference.kind, field, report);
  }

  #reportMissing(kind: KindName, field: string, report: Report, place = this.#place): undefined {
    if (!this.#incomplete.has(kind)) report(field, `names no ${anyKinds[kind].name} of ${place}`);
    return undefined;
  }
}

/** Returns what the defaults of a record depend on: the records of a store, and the time of those that name none. */
function createRelated(
  store: Store,
  ownerOf: (brainId: string) => OrganizationStore | undefined,
  now: string,
): Related {
  const find = ({ organizationId, brainId }: AnyFields<"bindings">) =>
    typeof organizationId === "string" ? store.organizations.get(organizationId) : ownerOf(String(brainId));
  return {
    now,
    organizationIdOf: (brainId) => ownerOf(brainId)?.id,
    find: (kind, binding, ...address) => find(binding)?.get(kind, ...address),
  };
}
