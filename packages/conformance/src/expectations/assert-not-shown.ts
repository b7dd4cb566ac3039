import { assert } from "../assert.ts";
import type { Service } from "../service.ts";
import type { RecordName } from "../target-records.ts";
import { readIndexes } from "./read-index.ts";

/** Expects the prompt index not to show a page. */
export async function assertNotShown(service: Service, record: RecordName): Promise<void> {
  const slug = service.recordId(record);
  const entries = (await readIndexes(service)).flat();
  assert(!entries.some((entry) => entry.slug === slug), `the index shows ${slug}, the record ${record}`);
}
