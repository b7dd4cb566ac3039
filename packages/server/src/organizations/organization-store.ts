import { type Fields, fieldsOf } from "@knowledge-base/internal";
import { rejectInput, taken } from "../basics/control-error.ts";
import { PageCollection } from "../pages/page-collection.ts";
import { childKindNames, kindsByParent, kindsByReference, recordKinds } from "../state/record-kinds.ts";
import type { ChildEntry, ChildKindName, KindName, Records, ReportProblem } from "../state/state.ts";
import type { ClockAndIdPosition, ToolStore } from "../test-tools/tool-store.ts";
import { addressOf, Collection, RecordIndex } from "./collections.ts";
import type { Organization } from "./organization-records.ts";
import type { Transactions } from "./transactions.ts";

// The records of each kind, by their parents.
type Tables = { readonly [Name in ChildKindName]: Map<string, Collection<Records[Name]>> };

/** The initial state of an organization, to which a reset returns. */
export interface InitialState {
  readonly record: Organization;
  readonly entries: readonly ChildEntry[];
}

/** The parts of a server that its organizations use. */
export interface OrganizationOwner {
  readonly byId: ReadonlyMap<string, OrganizationStore>;
  readonly byKey: Map<string, OrganizationStore>;
  readonly transactions: Transactions;
}

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
 * | delete | none | none | pending waits end; the next organization with its id gets other ids |
 */
export class OrganizationStore {
  readonly id: string;
  readonly tools: ToolStore;
  initial: InitialState;
  readonly #owner: OrganizationOwner;
  #record: Organization;
  // Where the state that is loaded says that clock and ids stand.
  #loadedPosition: ClockAndIdPosition = {};
  readonly #tables = Object.fromEntries(childKindNames.map((kind) => [kind, new Map()])) as object as Tables;
  readonly #index = new RecordIndex();

  /** @param initial - by default, what it has at the end of the transaction */
  constructor(record: Organization, owner: OrganizationOwner, tools: ToolStore, initial?: InitialState) {
    this.id = record.id;
    this.#record = record;
    this.#owner = owner;
    this.initial = initial ?? { record, entries: [] };
    this.tools = tools;
    this.#createCollections("organizations", record.id);
    this.load(record);
    // Nothing undoes how a clock moves, so it moves when the transaction can no longer fail.
    owner.transactions.beforeEnd(() => {
      this.tools.restorePosition(this.#loadedPosition);
      if (!initial) this.initial = { record: this.describe(), entries: [...this.entries()] };
    });
  }

  /** Whether the server still has it: it was neither removed nor replaced. */
  get isCurrent(): boolean {
    return this.#owner.byId.get(this.id) === this;
  }

  get record(): Organization {
    return this.#record;
  }

  replaceRecord(record: Organization): void {
    const previous = this.#record;
    this.#record = record;
    this.#recordChange(() => (this.#record = previous));
  }

  /** Takes over the record of a state, in the transaction that has created this object. */
  load({ clock, idPosition, ...record }: Organization): void {
    this.replaceRecord(record);
    this.#loadedPosition = { clock, idPosition };
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
    const isTaken = (key: string) => this.#owner.byKey.has(key);
    if (given !== undefined && isTaken(given)) rejectInput("apiKey", taken);
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
  createId(kind: ChildKindName, field: string, draft: Fields): string {
    const isTaken = (id: string) =>
      this.#index.findTaken(kind, { ...draft, [field]: id }).some((unique) => unique.field === field);
    return this.tools.ids.unique(recordKinds[kind].name, isTaken);
  }

  reportTaken<Name extends ChildKindName>(kind: Name, record: Records[Name], report: ReportProblem): void {
    for (const { field, takenProblem = taken } of this.#index.findTaken(kind, record)) report(field, takenProblem);
  }

  /** Returns what a record refers to and the organization lacks, the other record or its parent, with the field that has the id. */
  findMissingReference(kind: ChildKindName, record: object) {
    const { reference } = recordKinds[kind];
    if (!reference) return undefined;
    const [parentField, idField] = reference.fields;
    const [parentId = "", id = ""] = reference.fields.map((field) => String(fieldsOf(record)[field]));
    const siblings = this.collection(reference.kind, parentId);
    if (!siblings) return { kind: recordKinds[reference.kind].parent, field: parentField, id: parentId };
    return siblings.has(id) ? undefined : { kind: reference.kind, field: idField, id };
  }

  /** Finds the first record by the `lookupField` of its kind. */
  lookUp<Name extends ChildKindName>(kind: Name, value: string): Records[Name] | undefined {
    for (const [id, parentId] of this.#index.find(kind, value)) return this.collection(kind, parentId)?.get(id);
    return undefined;
  }

  /** Adds or replaces a record, whose parent must exist. */
  put<Name extends ChildKindName>(kind: Name, record: Records[Name]): void {
    const previous = this.#set(kind, record);
    this.#recordChange(() => (previous ? this.#set(kind, previous) : this.#remove(kind, record)));
  }

  /** Also deletes the records that belong or refer to the record. */
  delete<Name extends ChildKindName>(kind: Name, record: Records[Name]): void {
    const [id, parentId] = addressOf(kind, record);
    for (const child of kindsByParent.get(kind) ?? []) {
      for (const owned of this.collection(child, id)?.values() ?? []) this.delete(child, owned);
    }
    for (const referring of kindsByReference.get(kind) ?? []) {
      for (const [ownId, ownParentId] of this.#index.find(referring, parentId, id)) {
        const dependent = this.collection(referring, ownParentId)?.get(ownId);
        if (dependent) this.delete(referring, dependent);
      }
    }
    this.#remove(kind, record);
    this.#recordChange(() => this.#set(kind, record));
  }

  #set<Name extends ChildKindName>(kind: Name, record: Records[Name]): Records[Name] | undefined {
    const [id, parentId] = addressOf(kind, record);
    const collection = this.#existingCollection(kind, parentId);
    const previous = collection.get(id);
    collection.set(id, record);
    if (kind === "apiKeys" && this.isCurrent) this.#owner.byKey.set(id, this);
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
    if (kind === "apiKeys" && this.isCurrent) this.#owner.byKey.delete(id);
  }

  /** Yields all records below the organization, each after the records that it refers to. */
  *entries(): Generator<ChildEntry> {
    for (const kind of childKindNames) {
      for (const collection of this.#tables[kind].values()) {
        for (const record of collection.values()) yield { kind, record } as ChildEntry;
      }
    }
  }

  #recordChange(undo: () => void): void {
    // The handler of a request in flight may go on with an object that was replaced.
    this.#owner.transactions.recordUndo(undo);
    if (this.isCurrent) this.#owner.transactions.recordChange(this.id);
  }

  #existingCollection<Name extends ChildKindName>(kind: Name, parentId: string): Collection<Records[Name]> {
    const collection = this.#tables[kind].get(parentId);
    if (!collection)
      throw new Error(`No ${recordKinds[kind].parent} have the id ${parentId}, so there are no ${kind} below it.`);
    return collection;
  }

  #createCollections(parent: KindName, parentId: string): void {
    for (const kind of kindsByParent.get(parent) ?? []) {
      const table: Map<string, object> = this.#tables[kind];
      table.set(parentId, kind === "pages" ? new PageCollection() : new Collection());
    }
  }
}
