import { channelBindingSchema, channelSchema, indexEntrySchema } from "@knowledge-base/types";
import { fieldNames } from "@knowledge-base/types/internal";
import type { Service } from "../../run/service.ts";
import { assert, skipUnless } from "../../run/verdict.ts";
import { expectEqualFields } from "./compare.ts";
import { findSeen, type Observation, observe, type Place, type Seen, shownPageFields } from "./observe.ts";
import { writeOperations } from "./operations.ts";

/**
 * Expects an action to change nothing that can be seen, and returns its result.
 *
 * @param except - ids of records of the known brain that it may change
 */
export async function expectUnchanged<Result>(
  service: Service,
  act: () => Promise<Result>,
  ...except: readonly string[]
): Promise<Result> {
  const before = await observe(service);
  const result = await act();
  skipUnless(before.length > 0, "records that can be read: nothing could be compared");
  await service.eventually(async () => expectNothingElseChanged(service, before, await observe(service), ...except));
  return result;
}

/** Expects every write with a key, or without one, to be rejected and to change nothing. */
export function expectNoWrites(service: Service, apiKey: string | null): Promise<void> {
  return expectUnchanged(service, async () => {
    for (const notifyBriefs of [true, false]) {
      await service.expectRejection("bindings.update", { apiKey, body: { notifyBriefs } });
    }
    for (const id of writeOperations) await service.expectRejection(id, { apiKey });
  });
}

/** Expects two observations to be the same, but for records of the known brain with some ids. */
export function expectNothingElseChanged(
  { records }: Service,
  before: Observation,
  after: Observation,
  ...except: readonly string[]
): void {
  for (const record of before) {
    const { place, brainId, id } = record;
    const isExcepted = brainId === records.brainId && except.includes(id);
    // The index shows the top pages: others that weren't shown before may have taken their places.
    const isReplaced = place === "index" && !findSeen(after, place, brainId, id) && hasNewEntry(before, after, brainId);
    if (!isExcepted && !isReplaced) expectRecordUnchanged(record, after);
  }
}

function hasNewEntry(before: Observation, after: Observation, brainId: string): boolean {
  const isNew = ({ place, id }: Seen) => place === "index" && !findSeen(before, place, brainId, id);
  return after.some((record) => record.brainId === brainId && isNew(record));
}

// Reading a page changes when it was last referenced, and a change of one page may make others stale.
const isLasting = (name: string) => name !== "lastReferencedAt" && name !== "status";

// What is compared of a record in each place: a service may show other fields, too.
const comparedFields: Readonly<Record<Place, readonly string[]>> = {
  index: fieldNames(indexEntrySchema).filter(isLasting),
  list: [],
  record: shownPageFields.filter(isLasting),
  channel: fieldNames(channelSchema),
  binding: fieldNames(channelBindingSchema),
};

export function expectRecordUnchanged(record: Seen, after: Observation): void {
  const { place, brainId, id, fields } = record;
  const now = findSeen(after, place, brainId, id);
  assert(now !== undefined, `${describe(record)} is gone`);
  const names = comparedFields[place].filter((name) => name in fields);
  expectEqualFields(describe(record), names, fields, now.fields);
}

const places = { index: "in the index of", list: "in the list of", record: "as a record of" };

function describe({ place, brainId, id }: Seen): string {
  if (place === "channel" || place === "binding") return `the ${place} ${id}`;
  return `the page ${id} ${places[place]} ${brainId}`;
}
