import { contract, type IndexEntry } from "@knowledge-base/types";
import type { RecordIds } from "../request.ts";
import type { Service } from "../service.ts";

/** Limits to try. The specification does not show which ones a service accepts. */
const largerLimits = [100, 500];

/** Returns the prompt index, with more entries than by default if there are more and the service accepts a larger limit. */
export async function readIndex(service: Service, ids: RecordIds = {}): Promise<readonly IndexEntry[]> {
  let entries: readonly IndexEntry[] = await service.expectSuccess("promptIndex.get", { ids });
  for (const limit of largerLimits) {
    if (entries.length === 0) break;
    const more = await readLimitedIndex(service, limit, ids);
    if (more && more.length > entries.length) entries = more;
    if (!more || more.length < limit) break;
  }
  return entries;
}

/** Returns the prompt index with a limit, or undefined if the service rejects the limit: its range is not specified. */
export async function readLimitedIndex(
  service: Service,
  limit: number,
  ids: RecordIds = {},
): Promise<readonly IndexEntry[] | undefined> {
  const response = await service.send("promptIndex.get", { ids, query: `limit=${limit}` });
  if (response.status === 400) return undefined;
  response.expectStatus(200);
  return response.expectBody(contract["promptIndex.get"].success.schema);
}
