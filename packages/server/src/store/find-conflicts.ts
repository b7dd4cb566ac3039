import { formatPath } from "@knowledge-base/types";
import { KnownRecords } from "./known-records.ts";
import type { BrainStore, InstallationStore } from "./organization-store.ts";
import type { Brain, Installation } from "./state.ts";
import type { StateProblem } from "./state-error.ts";
import type { StateArrays } from "./state-schemas.ts";

/** The well-formed fields of every record of a state. */
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
const unknown = (what: string) => `names no ${what} of this state`;

/**
 * Finds the records that refer to nothing, repeat another one, or contradict themselves. What a malformed record would
 * be known by may be what another refers to: that one is then not blamed.
 */
export function findConflicts(drafts: StateDrafts, store: StoredRecords): StateProblem[] {
  const problems: StateProblem[] = [];
  const organizations = new KnownRecords((id) => store.organizations.has(id));
  const keys = new KnownRecords((key) => store.apiKeys.has(key));
  const brains = new KnownRecords<Partial<Brain>>((id) => store.brains.get(id)?.brain);
  const pageIds = new KnownRecords((id) => store.pageIds.has(id));
  const slugs = new KnownRecords((brainId, slug) => store.brains.get(brainId)?.pages.get(slug) !== undefined);
  const installations = new KnownRecords<Partial<Installation>>((id) => store.installations.get(id)?.installation);
  const channels = new KnownRecords((installationId, id) => store.installations.get(installationId)?.channels.has(id));
  const bindingIds = new KnownRecords((id) => store.bindingIds.has(id));
  const boundChannels = new KnownRecords((brainId, installationId, channelId) =>
    store.isBound(brainId, installationId, channelId),
  );

  function each<Name extends keyof StateArrays>(
    name: Name,
    check: (record: StateDrafts[Name][number], report: Report) => void,
  ): void {
    for (const [index, record] of drafts[name].entries()) {
      check(record, (field, message) => problems.push({ path: formatPath([name, index, field]), message }));
    }
  }

  each("organizations", ({ id }, report) => {
    if (!organizations.add([id], true)) report("id", taken);
  });
  each("apiKeys", ({ key, organizationId }, report) => {
    if (!keys.add([key], true)) report("key", taken);
    if (organizations.lacks([organizationId])) report("organizationId", unknown("organization"));
  });
  each("brains", (brain, report) => {
    if (!brains.add([brain.id], brain)) report("id", taken);
    if (organizations.lacks([brain.organizationId])) report("organizationId", unknown("organization"));
  });
  each("pages", ({ id, brainId, slug, archived, pinned, status, statusBeforeArchive }, report) => {
    if (!pageIds.add([id], true)) report("id", taken);
    if (!slugs.add([brainId, slug], true)) report("slug", "is taken already in its brain");
    if (brains.lacks([brainId])) report("brainId", unknown("brain"));
    if (archived !== undefined && status !== undefined && archived !== (status === "archived"))
      report("status", "must be archived exactly when archived is true");
    if (pinned && status === "deprecated") report("status", "must not be deprecated on a pinned page");
    if (pinned && statusBeforeArchive === "deprecated") {
      report("statusBeforeArchive", "must not be deprecated on a pinned page");
    }
    if (archived === false && statusBeforeArchive) report("statusBeforeArchive", "belongs on archived pages alone");
  });
  each("installations", (installation, report) => {
    if (!installations.add([installation.id], installation)) report("id", taken);
    if (organizations.lacks([installation.organizationId])) report("organizationId", unknown("organization"));
  });
  each("channels", ({ installationId, id }, report) => {
    if (!channels.add([installationId, id], true)) report("id", "is taken already in its installation");
    if (installations.lacks([installationId])) report("installationId", unknown("installation"));
  });
  each("bindings", ({ id, brainId, installationId, teamId, channelId }, report) => {
    const brain = brains.get([brainId]);
    const installation = installations.get([installationId]);
    if (!bindingIds.add([id], true)) report("id", taken);
    if (!boundChannels.add([brainId, installationId, channelId], true))
      report("channelId", "is bound to this brain already");
    if (brains.lacks([brainId])) report("brainId", unknown("brain"));
    if (installations.lacks([installationId])) return report("installationId", unknown("installation"));
    if (differ(brain?.organizationId, installation?.organizationId)) {
      report("installationId", "names an installation of another organization than the brain's");
    }
    if (differ(teamId, installation?.teamId)) report("teamId", "is not the team of the installation");
    if (channels.lacks([installationId, channelId])) report("channelId", unknown("channel"));
  });
  return problems;
}

/** Whether two texts are there and are not the same. */
function differ(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && right !== undefined && left !== right;
}
