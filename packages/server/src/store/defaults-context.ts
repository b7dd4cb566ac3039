import { choices } from "../choices.ts";
import type { StateDrafts } from "./add-integrity-problems.ts";
import type { DefaultsContext } from "./record-defaults.ts";
import type { StoredRecords } from "./state-index.ts";

/** Creates the context of defaults in a state, whose records may refer to those of a store. */
export function createStateDefaultsContext(drafts: Partial<StateDrafts>, store: StoredRecords): DefaultsContext {
  const brains = indexBy(
    () => drafts.brains,
    ({ id }) => [id],
  );
  const installations = indexBy(
    () => drafts.installations,
    ({ id }) => [id],
  );
  const ownInstallations = indexBy(
    () => drafts.installations,
    ({ organizationId, id }) => [organizationId, id],
  );
  const installationOwner = (id: string | undefined) =>
    installations([id])?.organizationId ?? ownerOf(store.installationOwners, id);
  const ownChannels = indexBy(
    () => drafts.channels,
    ({ organizationId, installationId, id }) => [
      organizationId ?? installationOwner(installationId),
      installationId,
      id,
    ],
  );
  const findStored = (installationId: string, organizationId = "") =>
    store.organizations.get(organizationId)?.installations.get(installationId);
  return {
    now: choices.defaultTimestamp,
    organizationIdOf: (brainId) => brains([brainId])?.organizationId ?? ownerOf(store.brainOwners, brainId),
    teamIdOf: (installationId, organizationId = installationOwner(installationId)) =>
      (ownInstallations([organizationId, installationId]) ?? findStored(installationId, organizationId)?.installation)
        ?.teamId,
    channelNameOf: (installationId, id, organizationId = installationOwner(installationId)) =>
      (
        ownChannels([organizationId, installationId, id]) ??
        findStored(installationId, organizationId)?.channels.get(id)
      )?.name,
  };
}

function ownerOf(owners: StoredRecords["brainOwners"], id = ""): string | undefined {
  const [owner] = owners.get(id);
  return owner;
}

type Key = readonly (string | undefined)[];

/** Returns a function that finds a record. It indexes the records when it is called first; of equal ones, the first counts. */
function indexBy<Draft>(
  getDrafts: () => readonly Draft[] | undefined,
  keyOf: (draft: Draft) => Key,
): (key: Key) => Draft | undefined {
  let index: Map<string, Draft> | undefined;
  return (key) => {
    index ??= new Map((getDrafts() ?? []).toReversed().map((draft) => [JSON.stringify(keyOf(draft)), draft]));
    return index.get(JSON.stringify(key));
  };
}
