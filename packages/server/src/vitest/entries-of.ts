import type { JournalEntry } from "../journal/journal-entry.ts";

type Entries = readonly JournalEntry[];

/** What has a journal at the other end of a socket: a connected server, or an organization of it. */
export interface RemoteRecorder {
  readonly journal: { readonly entries: () => Promise<Entries> };
}

/**
 * Reads the journal of a server or an organization, wherever it runs.
 *
 * @throws TypeError where the value has none. What it holds is not told: it may hold a key.
 */
export function entriesOf(value: unknown): Entries | Promise<Entries> {
  const { journal } = Object(value) as { journal?: { entries?: () => Entries | Promise<Entries> } };
  if (typeof journal?.entries === "function") return journal.entries();
  const kind = value === null ? "null" : `a value of type ${typeof value}`;
  throw new TypeError(
    `Failed to look for requests: ${kind} has no journal. Give expect the server that createReferenceServer or connect ` +
      "made, or an organization of it.",
  );
}
