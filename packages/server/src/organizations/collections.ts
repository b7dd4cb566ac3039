import { fieldsOf } from "@knowledge-base/internal";
import { choices } from "../basics/choices.ts";
import { anyKinds } from "../state/kinds.ts";
import type { ChildKindName } from "../state/state.ts";

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

// Identifies a record of a kind within its organization. The parent is undefined if it is the organization itself.
type Address = readonly [id: string, parentId: string | undefined];

/** Finds records of an organization by the values of their fields. No change of a record changes a field that is indexed. */
export class RecordIndex {
  // The taken values, by rule.
  readonly #taken = new Map<object, Set<string>>();
  // By a kind and the values of the fields of its reference or look-up.
  readonly #byFields = new Map<string, Map<string, Address>>();

  findBrokenRules(kind: ChildKindName, record: object) {
    const { unique = [] } = anyKinds[kind];
    return unique.filter((rule) => this.#taken.get(rule)?.has(keyOf(record, rule.fields)));
  }

  /** The addresses are in the order in which the records were added. */
  find(kind: ChildKindName, ...values: readonly string[]): Iterable<Address> {
    return this.#byFields.get(`${kind} ${JSON.stringify(values)}`)?.values() ?? [];
  }

  update(kind: ChildKindName, record: object, isPresent: boolean): void {
    const { unique = [], reference, lookup } = anyKinds[kind];
    for (const rule of unique) {
      const taken = this.#taken.get(rule) ?? new Set();
      if (isPresent) this.#taken.set(rule, taken.add(keyOf(record, rule.fields)));
      else taken.delete(keyOf(record, rule.fields));
    }
    const fields = reference?.fields ?? (lookup === undefined ? [] : [lookup]);
    if (fields.length === 0) return;
    const key = `${kind} ${keyOf(record, fields)}`;
    const address = addressOf(kind, record);
    const addresses = this.#byFields.get(key) ?? new Map<string, Address>();
    if (isPresent) this.#byFields.set(key, addresses.set(JSON.stringify(address), address));
    else if (addresses.delete(JSON.stringify(address)) && addresses.size === 0) this.#byFields.delete(key);
  }
}

export function addressOf(kind: ChildKindName, record: object): Address {
  const { idField, parent, parentField } = anyKinds[kind];
  return [textOf(record, idField), parent === "organizations" ? undefined : textOf(record, parentField)];
}

function keyOf(record: object, fields: readonly string[]): string {
  return JSON.stringify(fields.map((field) => textOf(record, field)));
}

function textOf(record: object, field: string): string {
  return String(fieldsOf(record)[field]);
}
