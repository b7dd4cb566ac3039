import { fieldsOf, isObject } from "@knowledge-base/internal";
import {
  channelBindingSchema,
  channelSchema,
  contract,
  type IndexEntry,
  indexEntrySchema,
  type OperationId,
  pageSchema,
} from "@knowledge-base/types";
import { fieldNames, isTimestamp, parseTimestamp } from "@knowledge-base/types/internal";
import { cutForMessage, type ObservedResponse } from "../../run/observed-response.ts";
import { emptyIfRejected, type Service } from "../../run/service.ts";
import { assert, fail, skipUnless } from "../../run/verdict.ts";
import type { RecordName, TargetRecords } from "../../target/records.ts";
import type { Cases, casesAbout, Given } from "../case.ts";
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

const seenBrains = [
  {
    brain: "brainId",
    pages: ["slug", "pinnedSlug", "longSummarySlug", "emptySummarySlug", "plainSlug", "archivedSlug", "deprecatedSlug"],
    installations: ["installationId", "secondInstallationId"],
    bindings: ["bindingId", "secondBindingId", "disabledBindingId", "onlyBindingId"],
  },
  {
    brain: "secondBrainId",
    pages: ["secondBrainSlug"],
    installations: [],
    bindings: ["secondBrainBindingId", "sameChannelBindingId"],
  },
  {
    brain: "foreignBrainId",
    pages: ["foreignSlug"],
    installations: ["foreignInstallationId"],
    bindings: ["foreignBindingId"],
  },
] as const satisfies readonly Readonly<Record<string, RecordName | readonly RecordName[]>>[];

/** The fields of a page that the control `readPage` may return. */
export const shownPageFields = [...fieldNames(pageSchema), "connections", "versions"];

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

/**
 * Reads every record that the target names: prompt indexes, lists of channels, bindings by an update that changes nothing, and
 * lists and pages by controls. Leaves out what can't be read. Needs `write`.
 */
export async function observe(service: Service): Promise<Observation> {
  return (await Promise.all(seenBrains.map((names) => observeBrain(service, names)))).flat();
}

async function observeBrain(service: Service, names: (typeof seenBrains)[number]): Promise<Observation> {
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
    const slugs = (await service.control("listPages")?.({ brainId })) ?? [];
    return slugs.map((slug) => see("list", slug, {}));
  };
  const seePage = async (slug: string) => {
    const page = await service.control("readPage")?.({ brainId, slug });
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

const places = { index: "in the index of", list: "in the list of", record: "as a record of" };

function describe({ place, brainId, id }: Seen): string {
  if (place === "channel" || place === "binding") return `the ${place} ${id}`;
  return `the page ${id} ${places[place]} ${brainId}`;
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
  await service.eventually(async () => expectSame(service, before, await observe(service), ...except));
  return result;
}

const operations = Object.keys(contract) as OperationId[];

export const readOperations = operations.filter((id) => contract[id].method === "GET");
export const writeOperations = operations.filter((id) => contract[id].method !== "GET");

/** Expects every write with a key, or without one, to be rejected and to change nothing. */
export function expectNoWrites(service: Service, apiKey: string | null): Promise<void> {
  return expectUnchanged(service, async () => {
    for (const notifyBriefs of [true, false]) {
      await service.expectRejection("bindings.update", { apiKey, body: { notifyBriefs } });
    }
    for (const id of writeOperations) await service.expectRejection(id, { apiKey });
  });
}

/** Expects an unbind request to be rejected, or to report that nothing was removed: the specification permits both. */
export function expectNothingRemoved(response: ObservedResponse): void {
  if (response.status >= 300) response.expectRejection();
  else if (response.expectSuccess("bindings.unbind").disconnected)
    response.fail("reports that a binding was removed, which the path does not name");
}

/** Expects two observations to be the same, but for records of the known brain with some ids. */
export function expectSame(
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
    if (!isExcepted && !isReplaced) expectSameRecord(record, after);
  }
}

function hasNewEntry(before: Observation, after: Observation, brainId: string): boolean {
  const isNew = ({ place, id }: Seen) => place === "index" && !findSeen(before, place, brainId, id);
  return after.some((record) => record.brainId === brainId && isNew(record));
}

const otherBindings = ["secondBindingId", "disabledBindingId", "secondBrainBindingId", "sameChannelBindingId"] as const;

type BindingCases = ReturnType<typeof casesAbout<"write" | "brainId" | "bindingId">>;

type ObservedAction = (
  service: Service,
  given: Given<"brainId" | "bindingId">,
) => Promise<{ readonly before: Observation; readonly after: Observation }>;

/**
 * Returns cases that expect an action to change nothing but the binding `bindingId`: one for the bindings that it could affect, so
 * that bindings that the target doesn't name are reported as missing, and one for everything that can be seen.
 */
export function keepsBindings({ required }: BindingCases, act: ObservedAction): Cases {
  const needs = ["secondBrainId", ...otherBindings] as const;
  return {
    "other-bindings": required("changes no other binding, of any brain and status", needs, async (service, given) => {
      const { before, after } = await act(service, given);
      for (const name of otherBindings) {
        const record = before.find(({ id }) => id === given[name]);
        skipUnless(record !== undefined, `a record ${name} that can be read`);
        expectSameRecord(record, after);
      }
    }),
    "nothing-else": required("changes nothing else that can be seen", async (service, given) => {
      const { before, after } = await act(service, given);
      expectSame(service, before, after, given.bindingId);
    }),
  };
}

function expectSameRecord(record: Seen, after: Observation): void {
  const { place, brainId, id, fields } = record;
  const now = findSeen(after, place, brainId, id);
  assert(now !== undefined, `${describe(record)} is gone`);
  const names = comparedFields[place].filter((name) => name in fields);
  expectSameFields(describe(record), names, fields, now.fields);
}

/** Expects a record to have expected values in some fields. The message names the first field that differs. */
export function expectSameFields(
  what: string,
  names: readonly string[],
  expected: object,
  actual: object,
  isSame: (left: unknown, right: unknown) => boolean = isSameJson,
): void {
  const [expectedFields, fields] = [fieldsOf(expected), fieldsOf(actual)];
  const name = names.find((each) => !isSame(expectedFields[each], fields[each]));
  const show = (value: unknown) => cutForMessage(String(JSON.stringify(value)));
  if (name !== undefined)
    fail(`the ${name} of ${what} is ${show(fields[name])} instead of ${show(expectedFields[name])}`);
}

/** Returns whether two JSON values are equal, whatever the order of their fields and the form of their timestamps. */
export function isSameJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(left, normalize) === JSON.stringify(right, normalize);
}

function normalize(_: string, value: unknown): unknown {
  if (isTimestamp(value)) return parseTimestamp(value);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value;
}

/** Expects what two parts of a service show of a record to be the same, as far as both show it. */
export function expectSameShown(what: string, names: readonly string[], expected: object, actual: object): void {
  const isSame = (left: unknown, right: unknown) =>
    left === undefined || right === undefined || isSameValue(left, right);
  expectSameFields(what, names, expected, actual, isSame);
}

// A timestamp may leave out milliseconds.
function isSameValue(left: unknown, right: unknown): boolean {
  if (!isTimestamp(left) || !isTimestamp(right)) return isSameJson(left, right);
  return Math.abs(parseTimestamp(left) - parseTimestamp(right)) < 1000;
}
