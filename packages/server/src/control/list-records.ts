import * as z from "zod/mini";
import { choices } from "../choices.ts";
import { rejectCommand } from "./command-rejection.ts";

/** Limits a list of records, which are in the order in which they were added. */
export interface ListInput {
  /**
   * Maximum number of records, from 1 to 1,000.
   *
   * @default 100
   */
  readonly limit?: number | undefined;
  /**
   * The last record of the previous list, to return those after it: its id, the slug of a page, or the key itself.
   *
   * @default the list begins with the first record
   */
  readonly after?: string | undefined;
}

/** Limits a list to the records of one organization. */
export interface ListOfOrganizationInput extends ListInput {
  /**
   * Organization whose records are listed.
   *
   * @default the organization of the control, or that of the server's `apiKey`
   */
  readonly organizationId?: string | undefined;
}

const { default: defaultLimit, minimum, maximum } = choices.listLimit;

/** Schemas of the fields of a {@link ListInput}. */
export const listFields = {
  limit: z.optional(z.int().check(z.minimum(minimum), z.maximum(maximum))),
  after: z.optional(z.string()),
};

/** A collection of records by id, which keeps their order. */
interface Collection<Stored> {
  get(id: string): Stored | undefined;
  values(): Iterator<Stored>;
}

interface Position {
  /** The last record of the list: not its id, because another record with the same id could be elsewhere. */
  readonly record: unknown;
  readonly rest: Iterator<unknown>;
}

/** Where the last list of a collection ended, so that reading all lists costs no more than reading all records once. */
const positions = new WeakMap<object, Position>();

/** The records of a collection that a list has, and their ids. */
interface Listing<Stored> {
  /** Kind of the records, such as `brain`. */
  readonly kind: string;
  readonly idOf: (record: Stored) => string;
  /** Checks whether a record of the collection is listed. By default all are. */
  readonly isListed?: (record: Stored) => boolean;
}

/** Returns the records of a collection after another one. Rejects the call if there is no such record. */
export function listRecords<Stored>(
  collection: Collection<Stored>,
  { limit = defaultLimit, after }: ListInput,
  { kind, idOf, isListed = () => true }: Listing<Stored>,
): Stored[] {
  const rest = after === undefined ? collection.values() : continueAfter(collection, after, { kind, idOf, isListed });
  const listed: Stored[] = [];
  while (listed.length < limit) {
    const { value, done } = rest.next();
    // An iterator that is done would not find the records that are added later.
    if (done) return listed;
    if (isListed(value)) listed.push(value);
  }
  const last = listed.at(-1);
  if (last !== undefined) positions.set(collection, { record: last, rest });
  return listed;
}

function continueAfter<Stored>(
  collection: Collection<Stored>,
  after: string,
  { kind, idOf, isListed }: Required<Listing<Stored>>,
): Iterator<Stored> {
  const record = collection.get(after);
  if (record === undefined || !isListed(record)) {
    rejectCommand("not_found", `after does not name a listed ${kind}`);
  }
  const position = positions.get(collection);
  positions.delete(collection);
  if (position?.record === record) return position.rest as Iterator<Stored>;
  const rest = collection.values();
  for (let next = rest.next(); !next.done && idOf(next.value) !== after; ) next = rest.next();
  return rest;
}
