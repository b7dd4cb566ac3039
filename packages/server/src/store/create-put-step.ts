import { copyEntry } from "./copy-entry.ts";
import type { RecordEntry } from "./record-entry.ts";
import { sharePage } from "./share-page.ts";
import type { StoredPage } from "./state.ts";
import type { PutRecord } from "./state-change.ts";
import type { StoredRecords } from "./state-index.ts";

/** Returns the step that adds a copy of a valid record to a store. */
export function createPutStep(entry: RecordEntry, store: StoredRecords): PutRecord {
  const organizationId = ownerOf(entry, store);
  const { array, record } = entry;
  if (array === "pages") return { action: "put", organizationId, array, record: toStoredPage(record, store) };
  // The organization of a channel or binding is that of the step.
  if (array === "channels" || array === "bindings") {
    const { organizationId: _, ...rest } = record;
    return { action: "put", organizationId, array, record: rest } as PutRecord;
  }
  return { action: "put", organizationId, ...copyEntry(entry) };
}

function toStoredPage({ organizationId: _, ...page }: StoredPage, store: StoredRecords): StoredPage {
  const [organizationId = ""] = store.brainOwners.get(page.brainId);
  const stored = store.organizations.get(organizationId)?.brains.get(page.brainId)?.pages.get(page.slug);
  return sharePage(page, stored);
}

/** Returns the id of the organization that owns a valid record. */
function ownerOf({ array, record }: RecordEntry, { brainOwners, installationOwners }: StoredRecords): string {
  switch (array) {
    case "organizations":
      return record.id;
    case "channels":
      return record.organizationId ?? firstOf(installationOwners.get(record.installationId));
    case "pages":
    case "bindings":
      return record.organizationId ?? firstOf(brainOwners.get(record.brainId));
    default:
      return record.organizationId;
  }
}

function firstOf([first = ""]: Iterable<string>): string {
  return first;
}
