import { formatPath } from "@knowledge-base/types";
import type { StateProblem } from "./state-error.ts";
import type { StateArrays } from "./state-schemas.ts";
import type { Store } from "./store.ts";

type RecordOf<Name extends keyof StateArrays> = StateArrays[Name][number];
type Report = (field: string, message: string) => void;

const taken = "is taken already";
const unknown = (what: string) => `names no ${what} of this state`;

/** Finds the well-formed records that refer to nothing, repeat another one, or contradict themselves. */
export function findConflicts(arrays: StateArrays, store: Store): StateProblem[] {
  const problems: StateProblem[] = [];
  const organizationIds = new Set(store.organizations.keys());
  const keys = new Set(store.apiKeys.keys());
  const brains = new Map(Array.from(store.brains.values(), ({ brain }) => [brain.id, brain]));
  const installations = new Map(
    Array.from(store.installations.values(), ({ installation }) => [installation.id, installation]),
  );
  const channels = new Set(store.channels().map(({ installationId, id }) => pair(installationId, id)));
  const pageIds = new Set(store.pages().map(({ id }) => id));
  const slugs = new Set(store.pages().map(({ brainId, slug }) => pair(brainId, slug)));
  const bindingIds = new Set(store.bindings().map(({ id }) => id));
  const boundChannels = new Set(store.bindings().map(boundChannel));

  function each<Name extends keyof StateArrays>(
    name: Name,
    check: (record: RecordOf<Name>, report: Report) => void,
  ): void {
    for (const [index, record] of arrays[name].entries()) {
      check(record, (field, message) => problems.push({ path: formatPath([name, index, field]), message }));
    }
  }

  each("organizations", ({ id }, report) => {
    if (!claim(organizationIds, id)) report("id", taken);
  });
  each("apiKeys", ({ key, organizationId }, report) => {
    if (!claim(keys, key)) report("key", taken);
    if (!organizationIds.has(organizationId)) report("organizationId", unknown("organization"));
  });
  each("brains", (brain, report) => {
    if (brains.has(brain.id)) report("id", taken);
    else brains.set(brain.id, brain);
    if (!organizationIds.has(brain.organizationId)) report("organizationId", unknown("organization"));
  });
  each("pages", (page, report) => {
    if (!claim(pageIds, page.id)) report("id", taken);
    if (!claim(slugs, pair(page.brainId, page.slug))) report("slug", "is taken already in its brain");
    if (!brains.has(page.brainId)) report("brainId", unknown("brain"));
    if (page.archived !== (page.status === "archived"))
      report("status", "must be archived exactly when archived is true");
    if (page.pinned && page.status === "deprecated") report("status", "must not be deprecated on a pinned page");
    if (page.pinned && page.statusBeforeArchive === "deprecated") {
      report("statusBeforeArchive", "must not be deprecated on a pinned page");
    }
    if (!page.archived && page.statusBeforeArchive) report("statusBeforeArchive", "belongs on archived pages alone");
  });
  each("installations", (installation, report) => {
    if (installations.has(installation.id)) report("id", taken);
    else installations.set(installation.id, installation);
    if (!organizationIds.has(installation.organizationId)) report("organizationId", unknown("organization"));
  });
  each("channels", ({ installationId, id }, report) => {
    if (!claim(channels, pair(installationId, id))) report("id", "is taken already in its installation");
    if (!installations.has(installationId)) report("installationId", unknown("installation"));
  });
  each("bindings", (binding, report) => {
    const brain = brains.get(binding.brainId);
    const installation = installations.get(binding.installationId);
    if (!claim(bindingIds, binding.id)) report("id", taken);
    if (!claim(boundChannels, boundChannel(binding))) report("channelId", "is bound to this brain already");
    if (!brain) report("brainId", unknown("brain"));
    if (!installation) return report("installationId", unknown("installation"));
    if (brain && brain.organizationId !== installation.organizationId) {
      report("installationId", "names an installation of another organization than the brain's");
    }
    if (binding.teamId !== installation.teamId) report("teamId", "is not the team of the installation");
    if (!channels.has(pair(binding.installationId, binding.channelId))) report("channelId", unknown("channel"));
  });
  return problems;
}

function claim(claimed: Set<string>, key: string): boolean {
  return claimed.size !== claimed.add(key).size;
}

function boundChannel(binding: { brainId: string; installationId: string; channelId: string }): string {
  return JSON.stringify([binding.brainId, binding.installationId, binding.channelId]);
}

function pair(left: string, right: string): string {
  return JSON.stringify([left, right]);
}
