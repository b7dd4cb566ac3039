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

  /** A store of its own with the same records, which are never changed but replaced. */
  clone(): Store {
    const clone = new Store();
    clone.#insert(this.#arrays());
    return clone;
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
      const brainStore = new BrainStore(brain);
      this.brains.set(brain.id, brainStore);
      this.organizations.get(brain.organizationId)?.brains.set(brain.id, brainStore);
    }
    for (const page of arrays.pages) this.brains.get(page.brainId)?.pages.put(page);
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
