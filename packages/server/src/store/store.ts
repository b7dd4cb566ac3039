import { checkState } from "./check-state.ts";
import { BrainStore, InstallationStore, OrganizationStore } from "./organization-store.ts";
import type { ApiKey, State, StoredBinding, StoredChannel, StoredPage } from "./state.ts";
import type { StateArrays } from "./state-schemas.ts";

/** Everything that a server holds. What a caller may see of it is the store of the caller's organization. */
export class Store {
  readonly organizations = new Map<string, OrganizationStore>();
  readonly apiKeys = new Map<string, ApiKey>();
  readonly brains = new Map<string, BrainStore>();
  readonly installations = new Map<string, InstallationStore>();
  readonly pageIds = new Set<string>();
  readonly bindingIds = new Set<string>();

  /**
   * Adds records.
   *
   * @throws {@link StateError} where a record is malformed, refers to nothing, or is there already; nothing is added then.
   */
  add(candidate: unknown): void {
    this.#insert(copyState(checkState(candidate, this)));
  }

  /** Copies everything out: brain by brain, installation by installation, each in the order in which it came. */
  snapshot(): Required<State> {
    return { version: 1, ...copyState(this.#arrays()) };
  }

  /** Copies out what belongs to one organization, as a state of its own. */
  snapshotOf(organization: OrganizationStore): Required<State> {
    const { id } = organization.organization;
    const part = new Store();
    part.organizations.set(id, organization);
    for (const apiKey of this.apiKeys.values()) if (apiKey.organizationId === id) part.apiKeys.set(apiKey.key, apiKey);
    for (const [brainId, brain] of organization.brains) part.brains.set(brainId, brain);
    for (const [installationId, installation] of organization.installations) {
      part.installations.set(installationId, installation);
    }
    return part.snapshot();
  }

  /** A store of its own with the same records, which are never changed but replaced. */
  clone(): Store {
    const clone = new Store();
    clone.#insert(this.#arrays());
    return clone;
  }

  /** Whether the channel of a binding is bound to its brain. */
  isBound(brainId: string, installationId: string, channelId: string): boolean {
    for (const bound of this.brains.get(brainId)?.bindings.values() ?? []) {
      if (bound.installationId === installationId && bound.channelId === channelId) return true;
    }
    return false;
  }

  /** Removes an organization with everything that belongs to it. */
  deleteOrganization({ organization: { id }, brains, installations }: OrganizationStore): void {
    for (const [brainId, { pages, bindings }] of brains) {
      for (const page of pages.values()) this.pageIds.delete(page.id);
      bindings.clear();
      this.brains.delete(brainId);
    }
    for (const installationId of installations.keys()) this.installations.delete(installationId);
    for (const { key, organizationId } of this.apiKeys.values()) if (organizationId === id) this.apiKeys.delete(key);
    this.organizations.delete(id);
  }

  /** Removes an installation with its channels and the bindings of those. */
  deleteInstallation({ installation: { id } }: InstallationStore, { installations, brains }: OrganizationStore): void {
    installations.delete(id);
    this.installations.delete(id);
    for (const { bindings } of brains.values()) {
      for (const binding of bindings.values()) if (binding.installationId === id) bindings.delete(binding.id);
    }
  }

  /** The pages of all brains. */
  pages(): StoredPage[] {
    return Array.from(this.brains.values()).flatMap(({ pages }) => Array.from(pages.values()));
  }

  /** The channels of all installations. */
  channels(): StoredChannel[] {
    return Array.from(this.installations.values()).flatMap(({ channels }) => Array.from(channels.values()));
  }

  /** The bindings of all brains. */
  bindings(): StoredBinding[] {
    return Array.from(this.brains.values()).flatMap(({ bindings }) => Array.from(bindings.values()));
  }

  #arrays(): StateArrays {
    return {
      organizations: Array.from(this.organizations.values(), ({ organization }) => organization),
      apiKeys: Array.from(this.apiKeys.values()),
      brains: Array.from(this.brains.values(), ({ brain }) => brain),
      pages: this.pages(),
      installations: Array.from(this.installations.values(), ({ installation }) => installation),
      channels: this.channels(),
      bindings: this.bindings(),
    };
  }

  #insert(arrays: StateArrays): void {
    for (const organization of arrays.organizations) {
      this.organizations.set(organization.id, new OrganizationStore(organization));
    }
    for (const apiKey of arrays.apiKeys) this.apiKeys.set(apiKey.key, apiKey);
    for (const brain of arrays.brains) {
      const brainStore = new BrainStore(brain, this.bindingIds);
      this.brains.set(brain.id, brainStore);
      this.organizations.get(brain.organizationId)?.brains.set(brain.id, brainStore);
    }
    for (const page of arrays.pages) {
      this.pageIds.add(page.id);
      this.brains.get(page.brainId)?.pages.put(page);
    }
    for (const installation of arrays.installations) {
      const installationStore = new InstallationStore(installation);
      this.installations.set(installation.id, installationStore);
      this.organizations.get(installation.organizationId)?.installations.set(installation.id, installationStore);
    }
    for (const channel of arrays.channels) {
      this.installations.get(channel.installationId)?.channels.set(channel.id, channel);
    }
    for (const binding of arrays.bindings) this.brains.get(binding.brainId)?.bindings.set(binding.id, binding);
  }
}

function copyState(arrays: StateArrays): StateArrays {
  return {
    organizations: arrays.organizations.map((organization) => ({ ...organization })),
    apiKeys: arrays.apiKeys.map((apiKey) => ({ ...apiKey })),
    brains: arrays.brains.map((brain) => ({ ...brain })),
    pages: arrays.pages.map(copyPage),
    installations: arrays.installations.map((installation) => ({ ...installation })),
    channels: arrays.channels.map((channel) => ({ ...channel })),
    bindings: arrays.bindings.map((binding) => ({ ...binding })),
  };
}

function copyPage(page: StoredPage): StoredPage {
  return {
    ...page,
    source: page.source && { ...page.source },
    entities: page.entities.slice(),
    sources: page.sources.map((source) => ({ ...source, chunkUuids: source.chunkUuids.slice() })),
    backlinks: page.backlinks.slice(),
    embedding: page.embedding.slice(),
  };
}
