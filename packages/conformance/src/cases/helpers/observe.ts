import {
  channelBindingSchema,
  channelSchema,
  type IndexEntry,
  indexEntrySchema,
  pageSchema,
} from "@knowledge-base/types";
import { fieldNames } from "@knowledge-base/types/internal";
import { emptyIfRejected, type Service } from "../../run/service.ts";
import { assert, skipUnless } from "../../run/verdict.ts";
import { type RecordName, readableRecords, type TargetRecords } from "../../target/records.ts";
import { writeOperations } from "../case.ts";
import { expectEqualFields } from "./compare.ts";
import { readIndex } from "./read-index.ts";

// Where a record was seen: a page also in the index and in the list of its brain.
type Place = "index" | "list" | "record" | "channel" | "binding";

interface Seen {
  readonly place: Place;
  readonly brainId: string;
  // Id or slug.
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Everything that a run can see of the records of its target. */
export type Observation = readonly Seen[];

/** The fields of a page that the action `readPage` may return. */
export const shownPageFields = [...fieldNames(pageSchema), "connections", "versions"];

/**
 * Reads every record that the target names: prompt indexes, lists of channels, bindings by an update that changes nothing, and
 * lists and pages by actions. Leaves out what can't be read. Needs `write`.
 */
export async function observe(service: Service): Promise<Observation> {
  return (await Promise.all(readableRecords.map((names) => observeBrain(service, names)))).flat();
}

async function observeBrain(service: Service, names: (typeof readableRecords)[number]): Promise<Observation> {
  const { [names.brain]: brainId, foreignApiKey } = service.records;
  const isForeign = names.brain === "foreignBrainId";
  if (brainId === undefined || (isForeign && foreignApiKey === undefined)) return [];
  const request = (ids: TargetRecords) => ({ ids: { brainId, ...ids }, apiKey: isForeign ? foreignApiKey : undefined });
  const idsOf = (records: readonly RecordName[]) => records.flatMap((name) => service.records[name] ?? []);
  const see = (place: Place, id: string, fields: object): Seen => ({ place, brainId, id, fields: { ...fields } });
  const seeIndex = async () => {
    const entries = await readIndex(service, request({}));
    return entries.map((entry) => see("index", entry.slug, entry));
  };
  const seeList = async () => {
    const slugs = (await service.action("listPages")?.({ brainId })) ?? [];
    return slugs.map((slug) => see("list", slug, {}));
  };
  const seePage = async (slug: string) => {
    const page = await service.action("readPage")?.({ brainId, slug });
    return page ? [see("record", slug, page)] : [];
  };
  const seeChannels = async (installationId: string) => {
    const channels = await service.call("channels.list", request({ installationId }));
    return channels.map((channel) => see("channel", `${channel.id} of ${installationId}`, channel));
  };
  const seeBinding = async (bindingId: string) => {
    return [see("binding", bindingId, await service.call("bindings.update", request({ bindingId })))];
  };
  const reads = [
    seeIndex(),
    seeList(),
    ...idsOf(names.pages).map(seePage),
    ...idsOf(names.installations).map(seeChannels),
    ...idsOf(names.bindings).map(seeBinding),
  ];
  return (await Promise.all(reads.map((read) => read.catch(emptyIfRejected)))).flat();
}

/** Finds a record in a place. A page in the list of its brain has no fields. */
export function findSeen(seen: Observation, place: Place, brainId: string, id: string): Seen | undefined {
  return seen.find((each) => each.place === place && each.brainId === brainId && each.id === id);
}

/** Returns the entry of a page in the prompt index, without which the case isn't checked. */
export function entryIn(seen: Observation, brainId: string, slug: string): IndexEntry {
  const entry = findSeen(seen, "index", brainId, slug)?.fields;
  skipUnless(entry !== undefined, `a page ${slug} that the index of ${brainId} shows before it is archived`);
  return entry as unknown as IndexEntry;
}

/**
 * Expects a function to change nothing that can be seen, and returns its result.
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
    for (const notifyBriefs of [true, false])
      await service.expectRejection("bindings.update", { apiKey, body: { notifyBriefs } });
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
