import { choices } from "../basics/specification-choices.ts";
import type { ChildKindName } from "../state/state.ts";
import type { UniqueField } from "./record-kind.ts";
import { idIn, recordKinds, textIn } from "./record-kinds.ts";

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
  readonly #takenKeys = new Map<UniqueField, Set<string>>();
  // Addresses of records, by their kind and what they are found by: a binding by the ids of its channel, an installation by its team.
  readonly #byFields = new Map<string, Map<string, Address>>();

  /** Returns whether a record has the value of a unique field. */
  isTaken(unique: UniqueField, record: object): boolean {
    return this.#takenKeys.get(unique)?.has(uniqueKeyOf(record, unique)) ?? false;
  }

  /** The addresses are in the order in which the records were added. */
  find(kind: ChildKindName, ...values: readonly string[]): Iterable<Address> {
    return this.#byFields.get(`${kind} ${JSON.stringify(values)}`)?.values() ?? [];
  }

  update(kind: ChildKindName, record: object, isPresent: boolean): void {
    for (const unique of recordKinds[kind].uniqueFields) {
      const keys = this.#takenKeys.get(unique) ?? new Set();
      if (isPresent) this.#takenKeys.set(unique, keys.add(uniqueKeyOf(record, unique)));
      else keys.delete(uniqueKeyOf(record, unique));
    }
    const values = lookupValues(kind, record);
    if (!values) return;
    const key = `${kind} ${JSON.stringify(values)}`;
    const address = addressOf(kind, record);
    const addresses = this.#byFields.get(key) ?? new Map<string, Address>();
    if (isPresent) this.#byFields.set(key, addresses.set(JSON.stringify(address), address));
    else if (addresses.delete(JSON.stringify(address)) && addresses.size === 0) this.#byFields.delete(key);
  }
}

export function addressOf(kind: ChildKindName, record: object): Address {
  const { idField, parent } = recordKinds[kind];
  return [textIn(record, idField), idIn(record, parent)];
}

function uniqueKeyOf(record: object, { field, within = [] }: UniqueField): string {
  return JSON.stringify([...within, field].map((name) => textIn(record, name)));
}

// Returns the values by which a record is found, if it isn't only found by its id.
function lookupValues(kind: ChildKindName, record: object): readonly string[] | undefined {
  const { reference, lookupField } = recordKinds[kind];
  if (reference) return [idIn(record, recordKinds[reference].parent), idIn(record, reference)];
  return lookupField === undefined ? undefined : [textIn(record, lookupField)];
}
