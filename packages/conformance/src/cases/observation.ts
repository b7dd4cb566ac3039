import { fieldsOf, isObject } from "@knowledge-base/internal";
import {
  channelBindingSchema,
  channelSchema,
  type IndexEntry,
  indexEntrySchema,
  pageSchema,
} from "@knowledge-base/types";
import { fieldNames, isTimestamp, parseTimestamp } from "@knowledge-base/types/internal";
import { truncate } from "../run/observed-response.ts";
import { type Service, undefinedIfRefused } from "../run/service.ts";
import { assert, CaseFailedError, NotCheckedError, requireData } from "../run/verdict.ts";
import type { ShownPage } from "../target/controls.ts";
import { type RecordName, recordNames } from "../target/records.ts";
import type { Cases, casesAbout, Given } from "./case.ts";
import { readIndex } from "./prompt-indexes.ts";

interface Observed {
  /** Id or slug. */
  readonly id: string;
  readonly brainId: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Everything that a run can see of the records of its target, by what it is. */
export type Observation = ReadonlyMap<string, Observed>;

const observedNames = recordNames.filter((name) => /(brainId|installationId|bindingId|slug)$/i.test(name));

function brainOf(name: RecordName): RecordName {
  if (name.startsWith("foreign")) return "foreignBrainId";
  return /^(secondBrain|sameChannel)/.test(name) ? "secondBrainId" : "brainId";
}

/**
 * Reads every record that the target names: prompt indexes, lists of channels, bindings by an update that changes nothing, and
 * lists and pages by controls. Leaves out what can't be read. Needs `write`.
 */
export async function observe(service: Service): Promise<Observation> {
  const reads = observedNames.map(async (name): Promise<[string, Observed][]> => {
    const { [name]: id, [brainOf(name)]: brainId } = service.known;
    if (id === undefined || brainId === undefined) return [];
    const records = await readRecords(service, name, id, brainId).catch((error: unknown) => {
      // Anything else, such as a lost connection, doesn't say that the record is gone.
      if (!(error instanceof CaseFailedError || error instanceof NotCheckedError)) throw error;
      return [];
    });
    return records.map(([what, recordId, fields]) => [what, { id: recordId, brainId, fields }]);
  });
  return new Map((await Promise.all(reads)).flat());
}

const places = { index: "in the index of", list: "in the list of", record: "as a record of" };

function pageName(place: keyof typeof places, brainId: string, slug: string): string {
  return `the page ${slug} ${places[place]} ${brainId}`;
}

// A slug has no space.
const isEntry = (what: string) => what.includes(` ${places.index} `);

/** Returns what the index or the control `readPage` showed of a page, or an empty object if the control `listPages` listed it. */
export function findPage(
  seen: Observation,
  place: keyof typeof places,
  brainId: string,
  slug: string,
): ShownPage | undefined {
  return seen.get(pageName(place, brainId, slug))?.fields;
}

/** Returns the entry of a page in a prompt index, which must show the page. */
export function entryIn(seen: Observation, brainId: string, slug: string): IndexEntry {
  const entry = findPage(seen, "index", brainId, slug);
  requireData(entry !== undefined, `a page ${slug} that the index of ${brainId} shows before it is archived`);
  return entry as IndexEntry;
}

type Read = readonly (readonly [what: string, id: string, fields: Observed["fields"]])[];

async function readRecords(service: Service, name: string, id: string, brainId: string): Promise<Read> {
  const isForeign = name.startsWith("foreign");
  const { foreignApiKey } = service.known;
  if (isForeign && foreignApiKey === undefined) return [];
  const request = { ids: { brainId }, apiKey: isForeign ? foreignApiKey : undefined };
  if (/brainId$/i.test(name)) {
    const entries = await readIndex(service, request);
    const listed = (await service.control("listPages")?.({ brainId }).catch(undefinedIfRefused)) ?? [];
    return [
      ...entries.map((entry): Read[number] => {
        return [pageName("index", brainId, entry.slug), entry.slug, pick(entry, entryFields)];
      }),
      ...listed.map((slug): Read[number] => [pageName("list", brainId, slug), slug, {}]),
    ];
  }
  if (/installationId$/i.test(name)) {
    const channels = await service.call("channels.list", { ...request, ids: { brainId, installationId: id } });
    return channels.map((channel) => [
      `the channel ${channel.id} of ${id}`,
      channel.id,
      pick(channel, fieldNames(channelSchema)),
    ]);
  }
  if (/bindingId$/i.test(name)) {
    const binding = await service.call("bindings.update", { ...request, ids: { brainId, bindingId: id } });
    return [[`the binding ${id}`, id, pick(binding, fieldNames(channelBindingSchema))]];
  }
  const page = await service.control("readPage")?.({ brainId, slug: id }).catch(undefinedIfRefused);
  return page ? [[pageName("record", brainId, id), id, pick(page, pageFields)]] : [];
}

/** The fields of a page that the control `readPage` may return. */
export const shownPageFields = [...fieldNames(pageSchema), "connections", "versions"];

// Reading a page changes when it was last referenced, and a change of one page may make others stale.
const isLasting = (name: string) => name !== "lastReferencedAt" && name !== "status";
const entryFields = fieldNames(indexEntrySchema).filter(isLasting);
const pageFields = shownPageFields.filter(isLasting);

// A service may show other fields, too.
function pick(record: object, names: readonly string[]): Observed["fields"] {
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
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
  requireData(before.size > 0, "records that can be read: nothing could be compared");
  await service.eventually(async () => expectSame(service, before, await observe(service), ...except));
  return result;
}

/** Expects two observations to be the same, but for records of the known brain with some ids. */
export function expectSame(
  { known }: Service,
  before: Observation,
  after: Observation,
  ...except: readonly string[]
): void {
  for (const [what, record] of before) {
    const isExcepted = record.brainId === known.brainId && except.includes(record.id);
    const isGone = !after.has(what);
    // The index shows the top pages: others that weren't shown before may have taken their places.
    const isReplaced = isGone && isEntry(what) && hasNewEntry(before, after, record.brainId);
    if (!isExcepted && !isReplaced) expectSameRecord(what, record, after);
  }
}

function hasNewEntry(before: Observation, after: Observation, brainId: string): boolean {
  return [...after].some(([what, record]) => isEntry(what) && record.brainId === brainId && !before.has(what));
}

const otherBindings = ["secondBindingId", "disabledBindingId", "secondBrainBindingId", "sameChannelBindingId"] as const;

type BindingCases = ReturnType<typeof casesAbout<["write", "brainId", "bindingId"]>>;

/**
 * Returns cases that expect an action to change nothing but the binding `bindingId`: one for the bindings that it could affect, so
 * that bindings that the target doesn't name are reported as missing, and one for everything that can be seen.
 */
export function keepsBindings(
  { required }: BindingCases,
  act: (
    service: Service,
    given: Given<"brainId" | "bindingId">,
  ) => Promise<{ readonly before: Observation; readonly after: Observation }>,
): Cases {
  const needs = ["secondBrainId", ...otherBindings] as const;
  return {
    "other-bindings": required("changes no other binding, of any brain and status", needs, async (service, given) => {
      const { before, after } = await act(service, given);
      for (const name of otherBindings) {
        const [[what, record] = []] = [...before].filter(([, { id }]) => id === given[name]);
        requireData(what !== undefined && record !== undefined, `a record ${name} that can be read`);
        expectSameRecord(what, record, after);
      }
    }),
    "nothing-else": required("changes nothing else that can be seen", [], async (service, given) => {
      const { before, after } = await act(service, given);
      expectSame(service, before, after, given.bindingId);
    }),
  };
}

function expectSameRecord(what: string, { fields }: Observed, after: Observation): void {
  const now = after.get(what)?.fields;
  assert(now !== undefined, `${what} is gone`);
  expectSameFields(what, Object.keys(fields), fields, now);
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
  const show = (value: unknown) => truncate(String(JSON.stringify(value)));
  if (name !== undefined)
    assert(false, `the ${name} of ${what} is ${show(fields[name])} instead of ${show(expectedFields[name])}`);
}

/** Returns whether two JSON values are equal, whatever the order of their fields and the form of their timestamps. */
export function isSameJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(left, normalize) === JSON.stringify(right, normalize);
}

function normalize(_: string, value: unknown): unknown {
  if (isTimestamp(value)) return parseTimestamp(value);
  return isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
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
