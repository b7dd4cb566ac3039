import { type Fields, fieldsOf, isObject, suggestName } from "@knowledge-base/internal";
import { parseSync } from "@knowledge-base/types/internal";
import type { ApiKey, Organization } from "../organizations/organization-records.ts";
import type { OrganizationStore, OrganizationStores } from "../organizations/organization-stores.ts";
import type { StoredPage } from "../pages/stored-page.ts";
import { choices } from "./choices.ts";
import { Problems } from "./control-error.ts";
import { anyKinds, complete, describeForeign, hasDefault, kindNames } from "./kinds.ts";
import { positionsSchema, recordSchemas } from "./schemas.ts";
import type {
  CollectedEntry,
  CollectedKind,
  KindName,
  ParentKind,
  RecordEntry,
  Records,
  Related,
  Report,
} from "./state.ts";

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

export interface Loaded {
  readonly apiKeys: readonly ApiKey[];
  /** The organization of the state with the id of the target, which keeps its own record. */
  readonly described: Organization | undefined;
}

interface LoadOptions {
  readonly create?: (record: Organization) => OrganizationStore;
  readonly target?: LoadTarget | undefined;
  readonly now?: string;
}

/**
 * Adds the records of a state to the organizations of a server. Fields with a default may be left out.
 *
 * @throws {@link ControlError} `invalid_input` with all problems; then nothing is added
 */
export function loadState(stores: OrganizationStores, state: unknown, options: LoadOptions): Loaded {
  return stores.transaction(() => new Loader(stores, options).load(state));
}

/** Adds one record to an organization by the rules of a state, and returns it as it is stored. */
export function addRecord<Name extends CollectedKind>(
  stores: OrganizationStores,
  organization: OrganizationStore,
  kind: Name,
  record: Fields,
  now: string,
): Records[Name] {
  const target: LoadTarget = { organization, apiKeys: "keep" };
  return new Loader(stores, { target, now }).add(kind, record) as Records[Name];
}

const foreignKey = 'is a key of another organization: load the state with apiKeys "renew" to issue new keys';
const secondOrganization =
  "belongs to a second organization: load the records of one organization, or load the state into the whole server";

class Loader {
  readonly #stores: OrganizationStores;
  readonly #create: LoadOptions["create"] | undefined;
  readonly #target: LoadTarget | undefined;
  readonly #owners: Owners;
  readonly #related: Related;
  readonly #problems = new Problems();
  // Ends the message about a reference to a missing record.
  readonly #place: string;
  // The kinds with a record that was left out. A reference to an unknown record might mean that record.
  readonly #incomplete = new Set<KindName>();
  readonly #apiKeys: ApiKey[] = [];
  // The organization that the records name, if they are loaded into one.
  #named: string | undefined;
  #described: Organization | undefined;

  constructor(stores: OrganizationStores, { create, target, now = choices.defaultTimestamp }: LoadOptions) {
    this.#stores = stores;
    this.#create = create;
    this.#target = target;
    const owners = new Owners(stores, target?.organization);
    this.#owners = owners;
    this.#related = {
      now,
      organizationIdOf: (brainId) => owners.find(undefined, "brains", brainId)?.id,
      find: (kind, { organizationId, brainId }, id, parentId) =>
        owners.find(organizationId, "brains", String(brainId))?.collection(kind, parentId)?.get(id),
    };
    this.#place = stores.byId.size === 0 ? "this state" : "this state or the server";
  }

  load(state: unknown): Loaded {
    const arrays = this.#readArrays(state);
    for (const kind of kindNames) {
      for (const [index, record] of arrays(kind).entries()) this.#load(kind, record, [kind, index]);
    }
    if (this.#problems.count > 0) throw this.#problems.toStateError();
    return { apiKeys: this.#apiKeys, described: this.#described };
  }

  add(kind: KindName, record: Fields): object {
    return this.#load(kind, record, []) ?? this.#problems.reject();
  }

  #readArrays(state: unknown): (kind: KindName) => readonly unknown[] {
    if (!isObject(state)) {
      const example = typeof state === "string" ? ", such as demoSeed() returns" : "";
      const message =
        typeof state === "function" ? "is a function: call it, and pass its result" : `must be an object${example}`;
      this.#problems.add(["state"], message);
      throw this.#problems.toStateError();
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
      for (const kind of kindNames) this.#incomplete.add(kind);
    }
    if (version !== 1) throw this.#problems.toStateError();
    return (kind) => (Array.isArray(arrays[kind]) ? arrays[kind] : []);
  }

  #load(kind: KindName, given: unknown, path: readonly PropertyKey[]): object | undefined {
    const entry = this.#validate(kind, this.#assign(kind, given, path), path);
    const stored = entry && this.#put(entry, (field, problem) => this.#problems.add([...path, field], problem));
    if (!stored) this.#incomplete.add(kind);
    return stored;
  }

  // Gives a record to the organization into which it is loaded.
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
    const { id } = this.#target.organization;
    const isOwnTenant = kind === "pages" && given["tenantId"] === this.#named;
    return { ...given, [field]: id, ...(isOwnTenant && { tenantId: id }) };
  }

  #validate(kind: KindName, given: unknown, path: readonly PropertyKey[]): RecordEntry | undefined {
    const schema = recordSchemas[kind];
    const completed = isObject(given) ? complete(kind, given, this.#related) : given;
    const validation = parseSync(schema, completed);
    if (validation.ok) return { kind, record: validation.value } as RecordEntry;
    // Invalid fields make invalid defaults, so that a problem of a default counts only by itself.
    const isDefault = (field: PropertyKey = "") =>
      hasDefault(kind, field) && fieldsOf(given)[String(field)] === undefined;
    const own = validation.issues.filter(({ path: [field] }) => !isDefault(field));
    this.#problems.omit(validation.omitted);
    for (const { path: fieldPath, message } of own.length > 0 ? own : validation.issues) {
      this.#problems.add([...path, ...fieldPath], message);
    }
    return undefined;
  }

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
    // A record below a brain or an installation is found through it, so its organization need not be stored.
    const stored = anyKinds[kind].parent === "organizations" ? entry : omitOrganization(entry);
    owner.putEntry(stored.kind === "pages" ? { kind: "pages", record: this.#shareEmbedding(stored.record) } : stored);
    if (entry.kind === "apiKeys") this.#apiKeys.push(entry.record);
    if (entry.kind === "brains" || entry.kind === "installations") this.#owners.add(entry.kind, entry.record.id, owner);
    return stored.record;
  }

  #putOrganization(record: Organization, report: Report): object | undefined {
    if (this.#target) {
      this.#described = record;
      return record;
    }
    if (!this.#stores.byId.has(record.id)) return this.#create?.(record);
    report("id", "is taken already");
    return undefined;
  }

  // A key that is renewed or omitted cannot be taken.
  #isKeyFree(record: ApiKey, report: Report): boolean {
    if (this.#target?.apiKeys === "omit") return false;
    if (this.#target?.apiKeys === "renew") {
      const { organization } = this.#target;
      const renewed = { ...record, key: organization.createKey() };
      organization.put("apiKeys", renewed);
      this.#apiKeys.push(renewed);
      return false;
    }
    const owner = this.#stores.byKey.get(record.key);
    if (owner) report("key", this.#target && owner !== this.#target.organization ? foreignKey : "is taken already");
    return !owner;
  }

  #findOwner(kind: CollectedKind, record: object, report: Report): OrganizationStore | undefined {
    const { parent, parentId: field } = anyKinds[kind];
    const { organizationId, [field]: parentId } = fieldsOf(record);
    if (parent === "organizations") {
      return this.#owners.get(String(organizationId)) ?? this.#reportMissing(parent, field, report);
    }
    const owner = this.#owners.find(organizationId, parent, String(parentId));
    if (organizationId === undefined) return owner ?? this.#reportMissing(parent, field, report);
    if (!owner) return this.#reportMissing("organizations", "organizationId", report);
    const hasParent = owner.collection(kind, String(parentId)) !== undefined;
    return hasParent ? owner : this.#reportMissing(parent, field, report, "its organization");
  }

  // Pages of several organizations that were created from one seed share their embeddings.
  #shareEmbedding(page: StoredPage): StoredPage {
    const { brainId, slug, embedding } = page;
    if (embedding.length === 0) return { ...page, embedding: [] };
    const known = this.#owners.findKnown("brains", brainId)?.pages(brainId)?.get(slug)?.embedding;
    const isKnown = known?.length === embedding.length && embedding.every((number, at) => Object.is(number, known[at]));
    return { ...page, embedding: isKnown ? known : embedding.slice() };
  }

  #checkReference(kind: CollectedKind, record: object, owner: OrganizationStore, report: Report): void {
    const { reference } = anyKinds[kind];
    if (!reference) return;
    const [parentField, field] = reference.fields;
    const [parentId = "", id = ""] = reference.fields.map((name) => String(fieldsOf(record)[name]));
    const { parent } = anyKinds[reference.kind];
    const siblings = owner.collection(reference.kind, parentId);
    const mayBeForeign = !siblings && !this.#target && parent !== "organizations";
    if (mayBeForeign && this.#owners.find(undefined, parent, parentId)) report(parentField, describeForeign(parent));
    else if (!siblings) this.#reportMissing(parent, parentField, report);
    else if (!siblings.has(id)) this.#reportMissing(reference.kind, field, report);
  }

  #reportMissing(kind: KindName, field: string, report: Report, place = this.#place): undefined {
    if (!this.#incomplete.has(kind)) report(field, `names no ${anyKinds[kind].name} of ${place}`);
    return undefined;
  }
}

type SharedKind = Exclude<ParentKind, "organizations">;
type OwnersById = Readonly<Record<SharedKind, Map<string, OrganizationStore>>>;

// It remembers what it has found, because a state has many records.
class Owners {
  readonly #stores: OrganizationStores;
  readonly #target: OrganizationStore | undefined;
  readonly #added: OwnersById = { brains: new Map(), installations: new Map() };
  readonly #known: OwnersById = { brains: new Map(), installations: new Map() };

  constructor(stores: OrganizationStores, target: OrganizationStore | undefined) {
    this.#stores = stores;
    this.#target = target;
  }

  // Notes who owns a brain or an installation of the state. If several have its id, the first counts.
  add(kind: SharedKind, id: string, owner: OrganizationStore): void {
    if (!this.#added[kind].has(id)) this.#added[kind].set(id, owner);
  }

  get(organizationId: string): OrganizationStore | undefined {
    return this.#target?.id === organizationId ? this.#target : this.#stores.byId.get(organizationId);
  }

  // Without an organization id, a brain or an installation of the state comes before one of the server.
  find(organizationId: unknown, kind: SharedKind, id: string): OrganizationStore | undefined {
    if (typeof organizationId === "string") return this.get(organizationId);
    return this.#added[kind].get(id) ?? this.findKnown(kind, id);
  }

  findKnown(kind: SharedKind, id: string): OrganizationStore | undefined {
    const found = this.#known[kind].get(id) ?? this.#stores.findOwner(kind, id);
    if (found) this.#known[kind].set(id, found);
    return found;
  }
}

function omitOrganization({ kind, record }: CollectedEntry): CollectedEntry {
  const { organizationId: _, ...stored }: { readonly organizationId?: string | undefined } = record;
  return { kind, record: stored } as CollectedEntry;
}
