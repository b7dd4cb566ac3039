import { PageCollection } from "../pages/page-collection.ts";
import { Collection } from "../state/collection.ts";
import { anyKinds, collectedKinds, kindNames } from "../state/kinds.ts";
import type { CollectedKind, KindName, RecordEntry, Records, Report } from "../state/state.ts";
import type { Organization } from "./organization-records.ts";

/** The kinds of the records that belong to a record. */
const childKinds: ReadonlyMap<KindName, readonly CollectedKind[]> = new Map(
  kindNames.map((name) => [name, collectedKinds.filter((child) => anyKinds[child].parent === name)]),
);

/** Returns the fields by which records of a kind are found: those that refer to another record, or the one for looking up. */
function lookupFieldsOf(kind: KindName): readonly string[] {
  const { reference, lookup } = anyKinds[kind];
  return reference?.fields ?? (lookup === undefined ? [] : [lookup]);
}

type AnyRecord = Records[CollectedKind];
type AnyCollection = Collection<AnyRecord>;

/** The store that contains an organization. */
interface ParentStore {
  /** Remembers that an organization has changed, and how this is undone. */
  changed(organizationId: string, undo: () => void): void;
  /** Adds a key to those of all organizations, or removes it from them. */
  index(entry: RecordEntry, isPresent: boolean): void;
}

/** The records of one organization. They contain no reference to those of another one. */
export class OrganizationStore {
  /** The store to which changes are reported; undefined once other records have replaced these. */
  parent: ParentStore | undefined;
  #organization: Organization;
  readonly #collections = new Map<CollectedKind, Map<string, AnyCollection>>(
    collectedKinds.map((kind) => [kind, new Map()]),
  );
  /** For each rule of a kind: the values that are taken. */
  readonly #taken = new Map<object, Set<string>>();
  /**
   * Addresses of records, by their kind and by the address of the record that they refer to or the field by which they are looked
   * up.
   */
  readonly #byFields = new Map<string, Set<string>>();

  constructor(organization: Organization, parent: ParentStore) {
    this.#organization = organization;
    this.parent = parent;
    this.#createChildren("organizations", organization.id);
  }

  get id(): string {
    return this.#organization.id;
  }

  get organization(): Organization {
    return this.#organization;
  }

  /** Returns the records of a kind that belong to a parent; undefined if there is no such parent. */
  collection(kind: "pages", parentId: string): PageCollection | undefined;
  collection<Name extends CollectedKind>(kind: Name, parentId?: string): Collection<Records[Name]> | undefined;
  collection(kind: CollectedKind, parentId = this.id): AnyCollection | undefined {
    return this.#collections.get(kind)?.get(parentId);
  }

  /** Returns the records of a kind that belong to the organization itself. */
  all<Name extends "apiKeys" | "brains" | "installations">(kind: Name): Collection<Records[Name]> {
    return this.collection(kind) as Collection<Records[Name]>;
  }

  /** Returns a record by its address: its id, after that of its parent if that is not the organization. */
  get<Name extends CollectedKind>(kind: Name, ...address: readonly string[]): Records[Name] | undefined {
    const [id = "", parentId] = address.toReversed();
    return this.collection(kind, parentId)?.get(id);
  }

  /** Checks whether a value of a generated or given field is taken: in the collection of a record, or by a rule of its kind. */
  isTaken(kind: CollectedKind, field: string, value: string, parentId?: string): boolean {
    if (field === anyKinds[kind].id && this.collection(kind, parentId)?.has(value)) return true;
    const rule = anyKinds[kind].unique?.find(({ fields }) => fields.length === 1 && fields[0] === field);
    return rule !== undefined && (this.#taken.get(rule)?.has(JSON.stringify([value])) ?? false);
  }

  /** Reports the fields of a record whose values are taken. */
  reportTaken<Name extends CollectedKind>(kind: Name, record: Records[Name], report: Report): void {
    const { taken = "is taken already", unique = [] } = anyKinds[kind];
    const idField = anyKinds[kind].id;
    for (const { fields, problem } of unique.filter((rule) => this.#taken.get(rule)?.has(keyOf(record, rule.fields)))) {
      report(fields.at(-1) ?? idField, problem);
    }
    const isRule = unique.some(({ fields }) => fields.length === 1 && fields[0] === idField);
    if (!isRule && this.#collectionOf(kind, record)?.has(fieldOf(record, idField))) report(idField, taken);
  }

  /** Returns a record of a kind whose field for looking up has a value; the one that was put first if there are several. */
  lookUp<Name extends CollectedKind>(kind: Name, value: string): Records[Name] | undefined {
    const [first] = this.#byFields.get(`${kind} ${JSON.stringify([value])}`) ?? [];
    return first === undefined ? undefined : this.get(kind, ...JSON.parse(first));
  }

  /** Adds a record, or replaces the one with the same identity. Its parent must exist. */
  put<Name extends KindName>(kind: Name, record: Records[Name]): void {
    const entry = { kind, record } as unknown as RecordEntry;
    if (entry.kind === "organizations") {
      const previous = this.#organization;
      this.#organization = entry.record;
      this.#changed(() => (this.#organization = previous));
      return;
    }
    const id = fieldOf(entry.record, anyKinds[entry.kind].id);
    const previous = this.#collectionOf(entry.kind, entry.record)?.put(id, entry.record);
    // No change of a record changes a field of the indexes.
    if (!previous) {
      this.#createChildren(entry.kind, id);
      this.#index(entry, true);
    }
    this.parent?.index(entry, true);
    this.#changed(() => {
      if (previous) this.put(kind, previous as Records[Name]);
      else this.#remove(entry);
    });
  }

  /** Deletes a record with the records that belong or refer to it. */
  delete<Name extends CollectedKind>(kind: Name, record: Records[Name]): void {
    this.#remove({ kind, record } as unknown as RecordEntry);
  }

  /** Yields all records, each after those that it refers to. */
  *entries(names: readonly KindName[] = kindNames): Generator<RecordEntry> {
    if (names.includes("organizations")) yield { kind: "organizations", record: this.#organization };
    for (const kind of names) {
      if (kind === "organizations") continue;
      for (const collection of this.#collections.get(kind)?.values() ?? []) {
        for (const record of collection.values()) yield { kind, record } as RecordEntry;
      }
    }
  }

  #remove(entry: RecordEntry): void {
    const { kind, record } = entry;
    if (kind === "organizations") return;
    const id = fieldOf(record, anyKinds[kind].id);
    for (const child of childKinds.get(kind) ?? []) {
      for (const owned of this.collection(child, id)?.values() ?? [])
        this.#remove({ kind: child, record: owned } as RecordEntry);
      this.#collections.get(child)?.delete(id);
    }
    const address = addressOf(kind, record);
    for (const referring of collectedKinds.filter((name) => anyKinds[name].reference?.kind === kind)) {
      for (const dependent of this.#byFields.get(`${referring} ${address}`) ?? []) {
        this.#remove({ kind: referring, record: this.get(referring, ...JSON.parse(dependent)) } as RecordEntry);
      }
    }
    this.#collectionOf(kind, record)?.delete(id);
    this.#index(entry, false);
    this.parent?.index(entry, false);
    this.#changed(() => this.put(kind, record));
  }

  #createChildren(kind: KindName, id: string): void {
    for (const child of childKinds.get(kind) ?? []) {
      this.#collections
        .get(child)
        ?.set(id, (child === "pages" ? new PageCollection() : new Collection()) as AnyCollection);
    }
  }

  #collectionOf(kind: CollectedKind, record: AnyRecord): AnyCollection | undefined {
    const { parent, parentId } = anyKinds[kind];
    return this.#collections.get(kind)?.get(parent === "organizations" ? this.id : fieldOf(record, parentId));
  }

  #index(entry: RecordEntry, isPresent: boolean): void {
    const { kind, record } = entry;
    if (kind === "organizations") return;
    const { unique = [] } = anyKinds[kind];
    const fields = lookupFieldsOf(kind);
    for (const rule of unique) updateSet(this.#taken, rule, keyOf(record, rule.fields), isPresent);
    if (fields.length > 0)
      updateSet(this.#byFields, `${kind} ${keyOf(record, fields)}`, addressOf(kind, record), isPresent);
  }

  #changed(undo: () => void): void {
    this.parent?.changed(this.id, undo);
  }
}

/** Adds an item to the set with a key, or deletes it. */
function updateSet<Key, Item>(sets: Map<Key, Set<Item>>, key: Key, item: Item, isPresent: boolean): void {
  const items = sets.get(key) ?? new Set();
  if (isPresent) sets.set(key, items.add(item));
  else if (items.delete(item) && items.size === 0) sets.delete(key);
}

function addressOf(kind: CollectedKind, record: object): string {
  const { parent, parentId, id } = anyKinds[kind];
  return keyOf(record, parent === "organizations" ? [id] : [parentId, id]);
}

function keyOf(record: object, fields: readonly string[]): string {
  return JSON.stringify(fields.map((field) => fieldOf(record, field)));
}

function fieldOf(record: object, field: string): string {
  return String(Reflect.get(record, field));
}
