import type { IndexEntry } from "@knowledge-base/types";
import { assert } from "../assert.ts";
import { requireData } from "../require-data.ts";
import type { Service } from "../service.ts";
import type { RecordName } from "../target-records.ts";
import { readIndex } from "./read-index.ts";

/** An index with fewer entries shows all pages of a brain: no service has so low a maximum. */
const smallIndex = 10;

/** Returns the entry of a known page in the prompt index, which shows only the top pages. */
export async function findEntry(service: Service, record: RecordName): Promise<IndexEntry> {
  const slug = service.recordId(record);
  const entries = await readIndex(service);
  const entry = entries.find((candidate) => candidate.slug === slug);
  if (entry) return entry;
  assert(entries.length >= smallIndex, `the index does not show the page ${slug}, and shows ${entries.length} pages`);
  requireData(false, `needs a record ${record} among the first ${entries.length} entries of the index`);
}
