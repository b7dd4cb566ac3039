import { contract, type IndexEntry } from "@knowledge-base/types";
import type { RecordIds } from "../request.ts";
import type { Service } from "../service.ts";

type Index = readonly IndexEntry[];

/** Limits to try. The specification does not define which ones a service accepts. */
const largerLimits = [100, 500];

/** Returns the prompt index with as many entries as the service returns. */
export async function readIndex(service: Service, ids: RecordIds = {}): Promise<Index> {
  return (await readIndexes(service, ids)).at(-1) ?? [];
}

/** Returns the prompt index without a limit, and then with larger limits, as long as there may be more entries. */
export async function readIndexes(service: Service, ids: RecordIds = {}): Promise<readonly Index[]> {
  let last: Index = await service.expectSuccess("promptIndex.get", { ids });
  const indexes = [last];
  for (const limit of largerLimits) {
    const larger = last.length === 0 ? undefined : await readLimitedIndex(service, limit, ids);
    if (!larger || larger.length < last.length) break;
    indexes.push(larger);
    last = larger;
    if (larger.length < limit) break;
  }
  return indexes;
}

/** Returns the prompt index with a limit, or undefined if the service rejects the limit: its range is not specified. */
export async function readLimitedIndex(
  service: Service,
  limit: number,
  ids: RecordIds = {},
): Promise<Index | undefined> {
  const response = await service.send("promptIndex.get", { ids, query: `limit=${limit}` });
  if (response.status === 400) return undefined;
  response.expectStatus(200);
  return response.expectBody(contract["promptIndex.get"].success.schema);
}
