import { assert } from "../assert.ts";
import { requireData } from "../require-data.ts";
import type { Service } from "../service.ts";
import type { RecordName } from "../target-records.ts";
import { readIndexes } from "./read-index.ts";

/** Expects the prompt index not to show a page. */
export async function assertNotShown(service: Service, record: RecordName): Promise<void> {
  const slug = service.recordId(record);
  const entries = (await readIndexes(service)).flat();
  requireData(entries.length > 0, "needs a brain with a page");
  assert(!entries.some((entry) => entry.slug === slug), `the index shows ${slug}, the record ${record}`);
}
