import { BrainStore, InstallationStore, OrganizationStore } from "./organization-store.ts";
import type { ApiKey, State, StoredBinding, StoredChannel, StoredPage } from "./state.ts";
import type { StateArrays } from "./state-schemas.ts";
import { validateState } from "./validate-state.ts";

/** All records of a server. A caller only has access to the {@link OrganizationStore} of its organization. */
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
   * @throws {@link StateError} if a record is malformed, duplicate, or refers to a missing record; then nothing is added
   */
  add(candidate: unknown): void {
    this.#insert(copyState(validateState(candidate, this)));
  }

  /** Returns a copy of all records: brain by brain, installation by installation, each in the order of insertion. */
  snapshot(): Required<State> {
    return { version: 1, ...copyState(this.#arrays()) };
  }

  /** Returns a copy of the records of one organization, as a complete state. */
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

  /** Returns an independent store with the same records. Records are never changed, only replaced, so they can be shared. */
  clone(): Store {
    const clone = new Store();
    clone.#insert(this.#arrays());
    return clone;
  }

  /** Checks whether a channel is bound to a brain. */
  isBound(brainId: string, installationId: string, channelId: string): boolean {
    for (const bound of this.brains.get(brainId)?.bindings.values() ?? []) {
      if (bound.installationId === installationId && bound.channelId === channelId) return true;
    }
    return false;
  }

  /** Deletes an organization with all its records. */
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

  /** Deletes an installation with its channels and their bindings. */
  deleteInstallation({ installation: { id } }: InstallationStore, { installations, brains }: OrganizationStore): void {
    installations.delete(id);
    this.installations.delete(id);
    for (const { bindings } of brains.values()) {
      for (const binding of bindings.values()) if (binding.installationId === id) bindings.delete(binding.id);
    }
  }

  /** Returns the pages of all brains. */
  pages(): StoredPage[] {
    return Array.from(this.brains.values()).flatMap(({ pages }) => Array.from(pages.values()));
  }

  /** Returns the channels of all installations. */
  channels(): StoredChannel[] {
    return Array.from(this.installations.values()).flatMap(({ channels }) => Array.from(channels.values()));
  }

  /** Returns the bindings of all brains. */
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
