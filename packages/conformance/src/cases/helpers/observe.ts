import { type IndexEntry, pageSchema } from "@knowledge-base/types";
import { fieldNames } from "@knowledge-base/types/internal";
import { emptyIfRejected, type Service } from "../../run/service.ts";
import { skipUnless } from "../../run/verdict.ts";
import { type RecordName, readableRecords, type TargetRecords } from "../../target/records.ts";
import { readIndex } from "./read-index.ts";

// Where a record was seen: a page also in the index and in the list of its brain.
export type Place = "index" | "list" | "record" | "channel" | "binding";

export interface Seen {
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
