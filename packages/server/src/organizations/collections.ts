import { fieldsOf } from "@knowledge-base/internal";
import { choices } from "../basics/specification-choices.ts";
import { recordKinds } from "../state/record-kinds.ts";
import type { ChildKindName, UniqueField } from "../state/state.ts";

/** Records of one kind with the same parent, in the order in which they were added. */
export class Collection<AnyRecord> extends Map<string, AnyRecord> {
  /** Returns undefined if no record has the id `after`. */
  list(
    limit: number = choices.listLimit.default,
    after?: string,
    isListed: (record: AnyRecord) => boolean = () => true,
  ): AnyRecord[] | undefined {
    if (after !== undefined && !this.has(after)) return undefined;
    const listed: AnyRecord[] = [];
    let isAfter = after === undefined;
    for (const [id, record] of this) {
      if (isAfter && isListed(record)) listed.push(record);
      if (listed.length === limit) break;
      isAfter ||= id === after;
    }
    return listed;
  }
}

// Identifies a record of a kind within its organization.
type Address = readonly [id: string, parentId: string];

/** Finds records of an organization by the values of their fields. No change of a record changes a field that is indexed. */
export class RecordIndex {
  // The taken values of each unique field.
  readonly #taken = new Map<UniqueField, Set<string>>();
  // By a kind and the values of the fields of its reference or look-up.
  readonly #byFields = new Map<string, Map<string, Address>>();

  /** Returns the unique fields whose value another record has. */
  findTaken(kind: ChildKindName, record: object): readonly UniqueField[] {
    return recordKinds[kind].uniqueFields.filter((unique) => this.#taken.get(unique)?.has(uniqueKeyOf(record, unique)));
  }

  /** The addresses are in the order in which the records were added. */
  find(kind: ChildKindName, ...values: readonly string[]): Iterable<Address> {
    return this.#byFields.get(`${kind} ${JSON.stringify(values)}`)?.values() ?? [];
  }

  update(kind: ChildKindName, record: object, isPresent: boolean): void {
    const { uniqueFields, reference, lookupField } = recordKinds[kind];
    for (const unique of uniqueFields) {
      const taken = this.#taken.get(unique) ?? new Set();
      if (isPresent) this.#taken.set(unique, taken.add(uniqueKeyOf(record, unique)));
      else taken.delete(uniqueKeyOf(record, unique));
    }
    const fields = reference?.fields ?? (lookupField === undefined ? [] : [lookupField]);
    if (fields.length === 0) return;
    const key = `${kind} ${keyOf(record, fields)}`;
    const address = addressOf(kind, record);
    const addresses = this.#byFields.get(key) ?? new Map<string, Address>();
    if (isPresent) this.#byFields.set(key, addresses.set(JSON.stringify(address), address));
    else if (addresses.delete(JSON.stringify(address)) && addresses.size === 0) this.#byFields.delete(key);
  }
}

export function addressOf(kind: ChildKindName, record: object): Address {
  const { idField, parentField } = recordKinds[kind];
  return [textOf(record, idField), textOf(record, parentField)];
}

function uniqueKeyOf(record: object, { field, within = [] }: UniqueField): string {
  return keyOf(record, [...within, field]);
}

function keyOf(record: object, fields: readonly string[]): string {
  return JSON.stringify(fields.map((field) => textOf(record, field)));
}

function textOf(record: object, field: string): string {
  return String(fieldsOf(record)[field]);
}
