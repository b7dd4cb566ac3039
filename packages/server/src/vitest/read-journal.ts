import type { LogStats } from "../bounded-log.ts";
import type { JournalEntry } from "../journal/journal-entry.ts";
import type { SharedServerOrganization } from "./shared-server.ts";

/** The entries of a journal, and how many others it has dropped. */
export interface ReadJournal {
  readonly entries: readonly JournalEntry[];
  readonly dropped: number;
}

type Journal = SharedServerOrganization["journal"];

/** Throws a TypeError if the value has no journal. The message does not show the value, which may contain an API key. */
export function readJournal(value: unknown): ReadJournal | Promise<ReadJournal> {
  const { journal } = Object(value) as { readonly journal?: Partial<Journal> };
  if (typeof journal?.entries !== "function" || typeof journal.stats !== "function") {
    const kind = value === null ? "null" : `a value of type ${typeof value}`;
    throw new TypeError(
      `Failed to look for requests: ${kind} has no journal. Pass expect a server that createReferenceServer or connect ` +
        "made, or an organization of it.",
    );
  }
  return readEntries(journal as Journal);
}

/** The statistics are read after the entries: an entry that is dropped in between counts as dropped. */
function readEntries(journal: Journal): ReadJournal | Promise<ReadJournal> {
  const entries = journal.entries({});
  if (!("then" in entries)) return toReadJournal(entries, journal.stats() as LogStats);
  return entries.then(async (read) => toReadJournal(read, await journal.stats()));
}

function toReadJournal(entries: readonly JournalEntry[], { dropped }: LogStats): ReadJournal {
  return { entries, dropped };
}

/**
 * Throws an error that explains why the result of a matcher is unknown.
 *
 * @param requests - the requests that may be among the dropped ones, as text
 */
export function throwUnknown({ entries, dropped }: ReadJournal, requests: string): never {
  throw new Error(
    `Failed to look for ${requests}: the journal has dropped ${dropped} of ${entries.length + dropped} requests, which may ` +
      "change the result. Clear it with journal.clear() before the relevant part of the test.",
  );
}
