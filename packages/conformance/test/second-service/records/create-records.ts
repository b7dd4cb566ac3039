import type { SecondService } from "../second-service.ts";
import { callAdmin } from "./call-admin.ts";
import { plannedRecords } from "./planned-records.ts";
import type { Records } from "./records.ts";

/**
 * Creates two organizations with everything that a conformance run needs, which nothing else uses, and returns the ids.
 * `removeRecords` removes them.
 */
export async function createRecords(service: SecondService): Promise<Records> {
  const created = await callAdmin<Record<string, { id: string; slug?: string }>>(
    service,
    "create-records",
    plannedRecords,
  );
  const ids = Object.entries(created).flatMap(([name, { id, slug }]) => [
    [name.endsWith("piKey") ? name : `${name}Id`, id],
    ...(slug === undefined ? [] : [[`${name}Slug`, slug]]),
  ]);
  return Object.fromEntries(ids);
}
