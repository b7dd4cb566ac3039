import { formatPath } from "@knowledge-base/types";
import type { BrainStore, InstallationStore } from "./organization-store.ts";
import type { Brain, Installation } from "./state.ts";
import type { StateProblem } from "./state-error.ts";
import type { StateArrays } from "./state-schemas.ts";

/** The valid fields of every record of a state. */
export type StateDrafts = { readonly [Name in keyof StateArrays]: readonly Partial<StateArrays[Name][number]>[] };

/** The records that a store contains already. */
export interface StoredRecords {
  readonly organizations: ReadonlyMap<string, unknown>;
  readonly apiKeys: ReadonlyMap<string, unknown>;
  readonly brains: ReadonlyMap<string, BrainStore>;
  readonly installations: ReadonlyMap<string, InstallationStore>;
  readonly pageIds: ReadonlySet<string>;
  readonly bindingIds: ReadonlySet<string>;
  isBound(brainId: string, installationId: string, channelId: string): boolean;
}

type Report = (field: string, message: string) => void;

const taken = "is taken already";
const unknown = (kind: string) => `names no ${kind} of this state`;

/**
 * Finds records that refer to a missing record, duplicate another one, or contradict themselves. If a record has no valid
 * id, any reference may mean that record, so that no reference of its kind is reported.
 */
export function findIntegrityProblems(drafts: StateDrafts, store: StoredRecords): StateProblem[] {
  const problems: StateProblem[] = [];
  const organizations = new RecordIndex((id) => store.organizations.has(id));
  const keys = new RecordIndex((key) => store.apiKeys.has(key));
  const brains = new RecordIndex<Partial<Brain>>((id) => store.brains.get(id)?.brain);
  const pageIds = new RecordIndex((id) => store.pageIds.has(id));
  const slugs = new RecordIndex((brainId, slug) => store.brains.get(brainId)?.pages.get(slug) !== undefined);
  const installations = new RecordIndex<Partial<Installation>>((id) => store.installations.get(id)?.installation);
  const channels = new RecordIndex((installationId, id) => store.installations.get(installationId)?.channels.has(id));
  const bindingIds = new RecordIndex((id) => store.bindingIds.has(id));
  const boundChannels = new RecordIndex((brainId, installationId, channelId) =>
    store.isBound(brainId, installationId, channelId),
  );

  function checkEach<Name extends keyof StateArrays>(
    name: Name,
    check: (record: StateDrafts[Name][number], report: Report) => void,
  ): void {
    for (const [index, record] of drafts[name].entries()) {
      check(record, (field, message) => problems.push({ path: formatPath([name, index, field]), message }));
    }
  }

  checkEach("organizations", ({ id }, report) => {
    if (!organizations.add([id], true)) report("id", taken);
  });
  checkEach("apiKeys", ({ key, organizationId }, report) => {
    if (!keys.add([key], true)) report("key", taken);
    if (organizations.isMissing([organizationId])) report("organizationId", unknown("organization"));
  });
  checkEach("brains", (brain, report) => {
    if (!brains.add([brain.id], brain)) report("id", taken);
    if (organizations.isMissing([brain.organizationId])) report("organizationId", unknown("organization"));
  });
  checkEach("pages", ({ id, brainId, slug, archived, pinned, status, statusBeforeArchive }, report) => {
    if (!pageIds.add([id], true)) report("id", taken);
    if (!slugs.add([brainId, slug], true)) report("slug", "is taken already in its brain");
    if (brains.isMissing([brainId])) report("brainId", unknown("brain"));
    if (archived !== undefined && status !== undefined && archived !== (status === "archived"))
      report("status", "must be archived exactly when archived is true");
    if (pinned && status === "deprecated") report("status", "must not be deprecated on a pinned page");
    if (pinned && statusBeforeArchive === "deprecated") {
      report("statusBeforeArchive", "must not be deprecated on a pinned page");
    }
    if (archived === false && statusBeforeArchive) report("statusBeforeArchive", "belongs on archived pages alone");
  });
  checkEach("installations", (installation, report) => {
    if (!installations.add([installation.id], installation)) report("id", taken);
    if (organizations.isMissing([installation.organizationId])) report("organizationId", unknown("organization"));
  });
  checkEach("channels", ({ installationId, id }, report) => {
    if (!channels.add([installationId, id], true)) report("id", "is taken already in its installation");
    if (installations.isMissing([installationId])) report("installationId", unknown("installation"));
  });
  checkEach("bindings", ({ id, brainId, installationId, teamId, channelId }, report) => {
    const brain = brains.get([brainId]);
    const installation = installations.get([installationId]);
    if (!bindingIds.add([id], true)) report("id", taken);
    if (!boundChannels.add([brainId, installationId, channelId], true))
      report("channelId", "is bound to this brain already");
    if (brains.isMissing([brainId])) report("brainId", unknown("brain"));
    if (installations.isMissing([installationId])) return report("installationId", unknown("installation"));
    if (differ(brain?.organizationId, installation?.organizationId)) {
      report("installationId", "names an installation of another organization than the brain's");
    }
    if (differ(teamId, installation?.teamId)) report("teamId", "is not the team of the installation");
    if (channels.isMissing([installationId, channelId])) report("channelId", unknown("channel"));
  });
  return problems;
}

/** Checks that both texts are given and differ. */
function differ(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && right !== undefined && left !== right;
}

/** One field that identifies a record, or several together; undefined if the field is invalid. */
type Identity = readonly (string | undefined)[];

/** Records by identity: those of the store and those that are being added. */
class RecordIndex<Known> {
  readonly #findStored: (...identity: string[]) => Known | undefined;
  readonly #added = new Map<string, Known>();
  #hasInvalidIdentity = false;

  constructor(findStored: (...identity: string[]) => Known | undefined) {
    this.#findStored = findStored;
  }

  /** Adds a record and returns true, unless its identity is taken. An invalid identity is never taken. */
  add(identity: Identity, record: Known): boolean {
    if (!isValid(identity)) this.#hasInvalidIdentity = true;
    else if (this.get(identity)) return false;
    else this.#added.set(JSON.stringify(identity), record);
    return true;
  }

  get(identity: Identity): Known | undefined {
    if (!isValid(identity)) return undefined;
    return this.#added.get(JSON.stringify(identity)) ?? this.#findStored(...identity);
  }

  /** Checks that no record can have a valid identity; a record with an invalid identity might have had it. */
  isMissing(identity: Identity): boolean {
    return !this.#hasInvalidIdentity && isValid(identity) && !this.get(identity);
  }
}

function isValid(identity: Identity): identity is readonly string[] {
  return !identity.includes(undefined);
}
