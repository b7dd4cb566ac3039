import { copyEntry } from "./copy-entry.ts";
import type { OwnerIndex } from "./owner-index.ts";
import type { State } from "./state.ts";
import type { PutRecord } from "./state-change.ts";

/** The organizations of brains and installations. */
export interface Owners {
  readonly brainOwners: Pick<OwnerIndex, "isRepeated">;
  readonly installationOwners: Pick<OwnerIndex, "isRepeated">;
}

/**
 * Returns copies of records as a state. If an id is repeated, the records that refer to it name their organization.
 *
 * @param owners - organizations of the brains and installations; left out if all records belong to one organization
 */
export function toState(steps: Iterable<PutRecord>, owners?: Owners): Required<State> {
  const arrays: Record<PutRecord["array"], object[]> = {
    organizations: [],
    apiKeys: [],
    brains: [],
    pages: [],
    installations: [],
    channels: [],
    bindings: [],
  };
  for (const step of steps) {
    const { array, record } = copyEntry(step);
    const { organizationId } = step;
    arrays[array].push(owners && isAmbiguous(step, owners) ? { ...record, organizationId } : record);
  }
  return { version: 1, ...arrays } as unknown as Required<State>;
}

function isAmbiguous({ array, record }: PutRecord, { brainOwners, installationOwners }: Owners): boolean {
  if (array === "pages" || array === "bindings") return brainOwners.isRepeated(record.brainId);
  return array === "channels" && installationOwners.isRepeated(record.installationId);
}
