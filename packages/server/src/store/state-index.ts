import type { OrganizationStore } from "./organization-store.ts";
import { OwnedRecordIndex } from "./owned-record-index.ts";
import type { OwnerIndex } from "./owner-index.ts";
import { RecordIndex } from "./record-index.ts";
import type { Installation } from "./state.ts";

/** The records that a store contains already. */
export interface StoredRecords {
  readonly organizations: ReadonlyMap<string, OrganizationStore>;
  readonly apiKeys: ReadonlyMap<string, unknown>;
  readonly brainOwners: Pick<OwnerIndex, "get">;
  readonly installationOwners: Pick<OwnerIndex, "get">;
}

/** The identities of records: those of a store and those that are being added. */
export type StateIndex = ReturnType<typeof createStateIndex>;

/** Creates an index to which records can be added. All ids except API keys are unique within an organization. */
export function createStateIndex({ organizations, apiKeys, brainOwners, installationOwners }: StoredRecords) {
  const findBrain = (owner: string, id: string) => organizations.get(owner)?.brains.get(id);
  const findInstallation = (owner: string, id: string) => organizations.get(owner)?.installations.get(id);
  const place = organizations.size === 0 ? "this state" : "this state or the server";
  return {
    /** Describes a reference to a record that is neither in the store nor being added. */
    describeUnknown: (kind: string) => `names no ${kind} of ${place}`,
    organizations: new RecordIndex((id) => organizations.has(id)),
    keys: new RecordIndex((key) => apiKeys.has(key)),
    brains: new OwnedRecordIndex(brainOwners, (owner, id) => findBrain(owner, id) !== undefined),
    pageIds: new RecordIndex((owner, id) => organizations.get(owner)?.pageIds.has(id)),
    slugs: new RecordIndex((owner, brainId, slug) => findBrain(owner, brainId)?.pages.get(slug) !== undefined),
    installations: new OwnedRecordIndex<Partial<Installation>>(
      installationOwners,
      (owner, id) => findInstallation(owner, id)?.installation,
    ),
    channels: new RecordIndex((owner, installationId, id) => findInstallation(owner, installationId)?.channels.has(id)),
    bindingIds: new RecordIndex((owner, id) => organizations.get(owner)?.bindingIndex.has(id)),
    boundChannels: new RecordIndex((owner, brainId, installationId, channelId) =>
      organizations.get(owner)?.bindingIndex.isBound(brainId, installationId, channelId),
    ),
  };
}
