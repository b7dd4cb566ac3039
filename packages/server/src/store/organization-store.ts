import type { Fields } from "@knowledge-base/internal/json";
import { reject, rejectInput, takenProblem } from "../basics/control-error.ts";
import type { Organization } from "../organizations/organization-records.ts";
import { PageCollection } from "../pages/page-collection.ts";
import type { ChildEntry, ChildKindName, KindName, Records } from "../state/state.ts";
import type { ToolStore } from "../test-tools/tool-store.ts";
import { addressOf, Collection, RecordIndex } from "./collections.ts";
import type { ReportProblem, UniqueField } from "./record-kind.ts";
import {
  childKindNames,
  identifyingParent,
  idIn,
  kindsByParent,
  kindsByReference,
  recordKinds,
} from "./record-kinds.ts";
import type { NoteUndo } from "./transactions.ts";

// The records of each kind, by their parents.
type Tables = { readonly [Name in ChildKindName]: Map<string, Collection<Records[Name]>> };

/**
 * One organization of a server: its own record, the records below it, and its test tools. It never uses another
 * organization. A request keeps the object that it found. If it ends after a reset, nobody can read what it changes.
 *
 * These replace the object, or remove it:
 *
 * | | records | initial records | clock, faults, journal, deliveries, ids |
 * | --- | --- | --- | --- |
 * | restore | the records of the state | kept | kept; clock and ids continue at the positions in the state |
 * | reset | the initial ones | kept | new; pending waits end |
 * | delete | none | none | pending waits end; the next organization with its id gets later ids |
 */
export class OrganizationStore {
  readonly id: string;
  readonly tools: ToolStore;
  readonly #organizations: Organizations;
  #record: Organization;
  readonly #tables = Object.fromEntries(childKindNames.map((kind) => [kind, new Map()])) as object as Tables;
  readonly #index = new RecordIndex();

  constructor(record: Organization, organizations: Organizations, tools: ToolStore) {
    this.id = record.id;
    this.#record = withoutPositions(record);
    this.#organizations = organizations;
    this.tools = tools;
    this.#createCollections("organizations", record.id);
  }

  get record(): Organization {
    return this.#record;
  }

  /** Replaces the record. Clock and ids continue at the positions that the record of a state has. */
  replaceRecord(record: Organization): void {
    const previous = this.#record;
    this.#record = withoutPositions(record);
    this.#noteUndo(() => (this.#record = previous));
    this.tools.continueAt(record);
  }

  /** Returns the record as a state contains it. */
  describe(): Organization {
    return { ...this.#record, ...this.tools.position() };
  }

  /**
   * Returns a key that no organization has.
   *
   * @throws {@link ControlError} `invalid_input` if the given one is taken
   */
  createKey(given?: string): string {
    const isTaken = (key: string) => this.#organizations.byKey.has(key);
    if (given !== undefined && isTaken(given)) rejectInput("apiKey", takenProblem);
    return given ?? this.tools.ids.unique("key", isTaken);
  }

  /** Returns the records of a kind below a record, by default below the organization. Undefined if there is no such parent. */
  collection<Name extends "apiKeys" | "brains" | "installations">(kind: Name): Collection<Records[Name]>;
  collection(kind: "pages", brainId: string): PageCollection | undefined;
  collection<Name extends ChildKindName>(kind: Name, parentId?: string): Collection<Records[Name]> | undefined;
  collection<Name extends ChildKindName>(kind: Name, parentId = this.id): Collection<Records[Name]> | undefined {
    return this.#tables[kind].get(parentId);
  }

  /** Returns an id for a unique field of a new record, which no other record has. */
  createId(kind: ChildKindName, unique: UniqueField, draft: Fields): string {
    const isTaken = (id: string) => this.#index.isTaken(unique, { ...draft, [unique.field]: id });
    return this.tools.ids.unique(recordKinds[kind].name, isTaken);
  }

  reportTaken(kind: ChildKindName, record: object, report: ReportProblem): void {
    for (const unique of recordKinds[kind].uniqueFields)
      if (this.#index.isTaken(unique, record)) report(unique.field, unique.takenProblem ?? takenProblem);
  }

  /** Returns the kind of what a record refers to and the organization lacks: of the other record, or of its parent. */
  findMissingReference(kind: ChildKindName, record: object): KindName | undefined {
    const { reference } = recordKinds[kind];
    if (!reference) return undefined;
    const { parent } = recordKinds[reference];
    const siblings = this.collection(reference, idIn(record, parent));
    if (!siblings) return parent;
    return siblings.has(idIn(record, reference)) ? undefined : reference;
  }

  /** Finds the first record by the `lookupField` of its kind. */
  lookUp<Name extends ChildKindName>(kind: Name, value: string): Records[Name] | undefined {
    for (const [id, parentId] of this.#index.find(kind, value)) return this.collection(kind, parentId)?.get(id);
    return undefined;
  }

  /** Adds or replaces a record, whose parent must exist. */
  put<Name extends ChildKindName>(kind: Name, record: Records[Name]): void {
    const previous = this.#set(kind, record);
    this.#noteUndo(() => (previous ? this.#set(kind, previous) : this.#remove(kind, record)));
  }

  /** Also deletes the records that belong or refer to the record. */
  delete<Name extends ChildKindName>(kind: Name, record: Records[Name]): void {
    const [id, parentId] = addressOf(kind, record);
    for (const child of kindsByParent.get(kind) ?? [])
      for (const owned of this.collection(child, id)?.values() ?? []) this.delete(child, owned);
    for (const referring of kindsByReference.get(kind) ?? []) {
      for (const [ownId, ownParentId] of this.#index.find(referring, parentId, id)) {
        const dependent = this.collection(referring, ownParentId)?.get(ownId);
        if (dependent) this.delete(referring, dependent);
      }
    }
    this.#remove(kind, record);
    this.#noteUndo(() => this.#set(kind, record));
  }

  #set<Name extends ChildKindName>(kind: Name, record: Records[Name]): Records[Name] | undefined {
    const [id, parentId] = addressOf(kind, record);
    const collection = this.collection(kind, parentId);
    if (!collection)
      throw new Error(`There is no record ${parentId} to which records of the kind ${kind} could be added.`);
    const previous = collection.get(id);
    collection.set(id, record);
    if (kind === "apiKeys") this.#organizations.updateKey(id, this, true);
    if (previous) return previous;
    this.#createCollections(kind, id);
    this.#index.update(kind, record, true);
    return undefined;
  }

  // The records below it must have been deleted.
  #remove<Name extends ChildKindName>(kind: Name, record: Records[Name]): void {
    const [id, parentId] = addressOf(kind, record);
    for (const child of kindsByParent.get(kind) ?? []) this.#tables[child].delete(id);
    this.collection(kind, parentId)?.delete(id);
    this.#index.update(kind, record, false);
    if (kind === "apiKeys") this.#organizations.updateKey(id, this, false);
  }

  /** Yields all records below the organization, each after the records that it refers to. */
  *entries(): Generator<ChildEntry> {
    for (const kind of childKindNames) {
      for (const collection of this.#tables[kind].values())
        for (const record of collection.values()) yield { kind, record } as ChildEntry;
    }
  }

  #noteUndo(undo: () => void): void {
    // The handler of a request in flight may go on with an object that was replaced.
    this.#organizations.noteUndo(undo, this.#organizations.has(this) ? this.id : undefined);
  }

  #createCollections(parent: KindName, parentId: string): void {
    for (const kind of kindsByParent.get(parent) ?? []) {
      const table: Map<string, object> = this.#tables[kind];
      table.set(parentId, kind === "pages" ? new PageCollection() : new Collection());
    }
  }
}

function withoutPositions({ clock: _, idPosition: __, ...record }: Organization): Organization {
  return record;
}

/** The organizations of a server, by their ids and by their keys. */
export class Organizations {
  readonly byId = new Collection<OrganizationStore>();
  readonly #byKey = new Map<string, OrganizationStore>();
  readonly noteUndo: NoteUndo;

  constructor(noteUndo: NoteUndo) {
    this.noteUndo = noteUndo;
  }

  /** @throws {@link ControlError} `not_found` */
  get(id: string): OrganizationStore {
    return this.byId.get(id) ?? rejectMissing("organizations", { organizationId: id });
  }

  /** All organizations by their keys. Only this class changes it. */
  get byKey(): ReadonlyMap<string, OrganizationStore> {
    return this.#byKey;
  }

  /** Whether the server still has an organization: it was neither removed nor replaced. */
  has(organization: OrganizationStore): boolean {
    return this.byId.get(organization.id) === organization;
  }

  /** Adds or removes a key of an organization, unless the organization was removed or replaced. */
  updateKey(key: string, organization: OrganizationStore, isPresent: boolean): void {
    if (!this.has(organization)) return;
    if (isPresent) this.#byKey.set(key, organization);
    else this.#byKey.delete(key);
  }

  /** Returns the first organization that has a record of its own, such as a brain. */
  findWith(kind: KindName, id: string): OrganizationStore | undefined {
    if (kind === "organizations") return this.byId.get(id);
    for (const organization of this.byId.values()) if (organization.collection(kind)?.has(id)) return organization;
    return undefined;
  }

  /** Replaces the organization with the same id, if there is one. */
  put(organization: OrganizationStore): void {
    this.#replace(organization.id, organization);
  }

  remove(id: string): void {
    this.#replace(id, undefined);
  }

  /** Removes all organizations, the last one first. A failed transaction adds them again in reverse, and so in their old order. */
  clear(): void {
    for (const id of [...this.byId.keys()].reverse()) this.remove(id);
  }

  #replace(id: string, next: OrganizationStore | undefined): void {
    const previous = this.byId.get(id);
    this.#set(id, next);
    this.noteUndo(() => this.#set(id, previous), id);
  }

  #set(id: string, next: OrganizationStore | undefined): void {
    for (const { key } of this.byId.get(id)?.collection("apiKeys").values() ?? []) this.#byKey.delete(key);
    if (next) {
      this.byId.set(id, next);
      for (const { key } of next.collection("apiKeys").values()) this.#byKey.set(key, next);
    } else {
      this.byId.delete(id);
    }
  }
}

/** Rejects an action, because there is no record of a kind with the ids of an input. */
export function rejectMissing(kind: KindName, input: object): never {
  const id = idIn(input, kind);
  const { name } = recordKinds[kind];
  const parent = identifyingParent(kind);
  if (parent) reject("not_found", `${recordKinds[parent].name} ${idIn(input, parent)} has no ${name} ${id}`);
  // Errors must not contain a key.
  reject("not_found", kind === "apiKeys" ? "there is no such key" : `there is no ${name} ${id}`);
}
