import { formatPath } from "@knowledge-base/types";
import type { Brain, Installation, StoredBinding } from "./state.ts";
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
  const organizationIds = new Set<string>();
  const keys = new Set<string>();
  const brains = new Map<string, Brain>();
  const installations = new Map<string, Installation>();
  const channels = new Set<string>();
  const pageIds = new Set<string>();
  const slugs = new Set<string>();
  const bindingIds = new Set<string>();
  const boundChannels = new Set<string>();

  const brainOf = (id: string) => brains.get(id) ?? store.brains.get(id)?.brain;
  const installationOf = (id: string) => installations.get(id) ?? store.installations.get(id)?.installation;
  const isOrganization = (id: string) => organizationIds.has(id) || store.organizations.has(id);
  const isChannel = (installationId: string, id: string) =>
    channels.has(pair(installationId, id)) || store.installations.get(installationId)?.channels.has(id) === true;

  function each<Name extends keyof StateArrays>(
    name: Name,
    check: (record: RecordOf<Name>, report: Report) => void,
  ): void {
    for (const [index, record] of arrays[name].entries()) {
      check(record, (field, message) => problems.push({ path: formatPath([name, index, field]), message }));
    }
  }

  each("organizations", ({ id }, report) => {
    if (store.organizations.has(id) || !claim(organizationIds, id)) report("id", taken);
  });
  each("apiKeys", ({ key, organizationId }, report) => {
    if (store.apiKeys.has(key) || !claim(keys, key)) report("key", taken);
    if (!isOrganization(organizationId)) report("organizationId", unknown("organization"));
  });
  each("brains", (brain, report) => {
    if (brainOf(brain.id)) report("id", taken);
    else brains.set(brain.id, brain);
    if (!isOrganization(brain.organizationId)) report("organizationId", unknown("organization"));
  });
  each("pages", (page, report) => {
    if (store.pageIds.has(page.id) || !claim(pageIds, page.id)) report("id", taken);
    if (store.brains.get(page.brainId)?.pages.get(page.slug) || !claim(slugs, pair(page.brainId, page.slug))) {
      report("slug", "is taken already in its brain");
    }
    if (!brainOf(page.brainId)) report("brainId", unknown("brain"));
    if (page.archived !== (page.status === "archived"))
      report("status", "must be archived exactly when archived is true");
    if (page.pinned && page.status === "deprecated") report("status", "must not be deprecated on a pinned page");
    if (page.pinned && page.statusBeforeArchive === "deprecated") {
      report("statusBeforeArchive", "must not be deprecated on a pinned page");
    }
    if (!page.archived && page.statusBeforeArchive) report("statusBeforeArchive", "belongs on archived pages alone");
  });
  each("installations", (installation, report) => {
    if (installationOf(installation.id)) report("id", taken);
    else installations.set(installation.id, installation);
    if (!isOrganization(installation.organizationId)) report("organizationId", unknown("organization"));
  });
  each("channels", ({ installationId, id }, report) => {
    const isTaken = isChannel(installationId, id);
    channels.add(pair(installationId, id));
    if (isTaken) report("id", "is taken already in its installation");
    if (!installationOf(installationId)) report("installationId", unknown("installation"));
  });
  each("bindings", (binding, report) => {
    const brain = brainOf(binding.brainId);
    const installation = installationOf(binding.installationId);
    if (store.hasBinding(binding.id) || !claim(bindingIds, binding.id)) report("id", taken);
    if (store.isBound(binding) || !claim(boundChannels, boundChannel(binding)))
      report("channelId", "is bound to this brain already");
    if (!brain) report("brainId", unknown("brain"));
    if (!installation) return report("installationId", unknown("installation"));
    if (brain && brain.organizationId !== installation.organizationId) {
      report("installationId", "names an installation of another organization than the brain's");
    }
    if (binding.teamId !== installation.teamId) report("teamId", "is not the team of the installation");
    if (!isChannel(binding.installationId, binding.channelId)) report("channelId", unknown("channel"));
  });
  return problems;
}

function claim(claimed: Set<string>, key: string): boolean {
  return claimed.size !== claimed.add(key).size;
}

function boundChannel({ brainId, installationId, channelId }: StoredBinding): string {
  return JSON.stringify([brainId, installationId, channelId]);
}

function pair(left: string, right: string): string {
  return JSON.stringify([left, right]);
}
