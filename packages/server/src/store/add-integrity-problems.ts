import type { OwnedRecordIndex } from "./owned-record-index.ts";
import type { ProblemList } from "./problem-list.ts";
import { createStateIndex, type StateIndex, type StoredRecords } from "./state-index.ts";
import type { StateArrays } from "./state-schemas.ts";

/** The valid fields of every record of a state. */
export type StateDrafts = { readonly [Name in keyof StateArrays]: readonly Partial<StateArrays[Name][number]>[] };

type Report = (field: string, message: string) => void;

const taken = "is taken already";
const foreign = (kind: string) => `names no ${kind} of its organization`;

/**
 * Adds the problems of records that refer to a missing record, duplicate another one, or contradict themselves. If a record has no valid
 * id, any reference may mean that record, so that no reference of its kind is reported.
 */
export function addIntegrityProblems(drafts: StateDrafts, store: StoredRecords, problems: ProblemList): void {
  const index = createStateIndex(store);
  const { organizations, keys, brains, pageIds, slugs, installations, channels, bindingIds, boundChannels } = index;
  const { describeUnknown } = index;

  function checkEach<Name extends keyof StateArrays>(
    name: Name,
    check: (record: StateDrafts[Name][number], report: Report) => void,
  ): void {
    for (const [index, record] of drafts[name].entries()) {
      check(record, (field, message) => problems.add([name, index, field], message));
    }
  }

  function checkOrganization(id: string | undefined, report: Report): void {
    if (organizations.isMissing([id])) report("organizationId", describeUnknown("organization"));
  }

  checkEach("organizations", ({ id }, report) => {
    if (!organizations.add([id], true)) report("id", taken);
  });
  checkEach("apiKeys", ({ key, organizationId }, report) => {
    if (!keys.add([key], true)) report("key", taken);
    checkOrganization(organizationId, report);
  });
  checkEach("brains", ({ id, organizationId }, report) => {
    if (!brains.add(organizationId, id, true)) report("id", taken);
    checkOrganization(organizationId, report);
  });
  checkEach("pages", ({ id, organizationId, brainId, slug, archived, pinned, status, statusBeforeArchive }, report) => {
    const owner = findOwner(index, { kind: "brain", id: brainId }, organizationId, report);
    if (!pageIds.add([owner, id], true)) report("id", taken);
    if (!slugs.add([owner, brainId, slug], true))
      report("slug", "is already used in the brain: change the slug of one of the pages");
    if (archived !== undefined && status !== undefined && archived !== (status === "archived"))
      report("status", "must be archived if and only if archived is true");
    if (pinned && status === "deprecated") report("status", "must not be deprecated on a pinned page");
    if (pinned && statusBeforeArchive === "deprecated") {
      report("statusBeforeArchive", "must not be deprecated on a pinned page");
    }
    if (archived === false && statusBeforeArchive) report("statusBeforeArchive", "is allowed only on archived pages");
  });
  checkEach("installations", (installation, report) => {
    if (!installations.add(installation.organizationId, installation.id, installation)) report("id", taken);
    checkOrganization(installation.organizationId, report);
  });
  checkEach("channels", ({ organizationId, installationId, id }, report) => {
    const owner = findOwner(index, { kind: "installation", id: installationId }, organizationId, report);
    if (!channels.add([owner, installationId, id], true)) report("id", "is already used in the installation");
  });
  checkEach("bindings", ({ id, organizationId, brainId, installationId, teamId, channelId }, report) => {
    const owner = findOwner(index, { kind: "brain", id: brainId }, organizationId, report);
    if (!bindingIds.add([owner, id], true)) report("id", taken);
    if (!boundChannels.add([owner, brainId, installationId, channelId], true)) {
      report("channelId", "is already bound to this brain");
    }
    if (installationId === undefined) return;
    if (installations.isMissing(installationId)) return report("installationId", describeUnknown("installation"));
    if (organizationId !== undefined && installations.isMissing(installationId, organizationId)) {
      return report("installationId", foreign("installation"));
    }
    const [firstOwner] = installations.owners(installationId);
    const installationOwner = installations.get(owner, installationId) ? owner : firstOwner;
    if (owner !== undefined && installationOwner !== undefined && owner !== installationOwner) {
      report("installationId", "must be an installation of the organization of the brain");
    }
    const installation = installations.get(installationOwner, installationId);
    if (teamId !== undefined && installation?.teamId !== undefined && teamId !== installation.teamId) {
      report("teamId", "is not the team of the installation");
    }
    if (channels.isMissing([installationOwner, installationId, channelId]))
      report("channelId", describeUnknown("channel"));
  });
}

/** A field that refers to a brain or an installation. */
interface OwnerReference {
  readonly kind: "brain" | "installation";
  readonly id: string | undefined;
}

/** Returns the organization of a record that refers to a brain or an installation, and reports why there is none. */
function findOwner(
  index: StateIndex,
  { kind, id }: OwnerReference,
  organizationId: string | undefined,
  report: Report,
): string | undefined {
  const records: OwnedRecordIndex<unknown> = kind === "brain" ? index.brains : index.installations;
  const field = `${kind}Id`;
  if (index.organizations.isMissing([organizationId])) report("organizationId", index.describeUnknown("organization"));
  else if (records.isMissing(id, organizationId)) {
    report(field, organizationId === undefined ? index.describeUnknown(kind) : foreign(kind));
  } else if (organizationId !== undefined) return organizationId;
  const [owner, ...others] = id === undefined || organizationId !== undefined ? [] : records.owners(id);
  if (others.length === 0) return owner;
  report(field, `names ${kind}s of ${others.length + 1} organizations: add organizationId`);
  return undefined;
}
