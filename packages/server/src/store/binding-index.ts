import type { StoredBinding } from "./state.ts";

/** Ids of bindings. */
type Ids = Set<string>;

/** The bindings of all brains, by what they are looked up by. */
export class BindingIndex {
  readonly #byId = new Map<string, StoredBinding>();
  readonly #byInstallation = new Map<string, Ids>();
  readonly #byChannel = new Map<string, Ids>();
  readonly #boundChannels = new Set<string>();

  /** Checks whether there is a binding with an id. */
  has(id: string): boolean {
    return this.#byId.has(id);
  }

  isBound(brainId: string, installationId: string, channelId: string): boolean {
    return this.#boundChannels.has(keyOf(brainId, installationId, channelId));
  }

  /** Returns the bindings of all channels of an installation. */
  ofInstallation(installationId: string): StoredBinding[] {
    return this.#withIds(this.#byInstallation.get(installationId));
  }

  ofChannel(installationId: string, channelId: string): StoredBinding[] {
    return this.#withIds(this.#byChannel.get(keyOf(installationId, channelId)));
  }

  /** Adds a binding, or replaces the one with the same id, which is of the same channel and brain. */
  put(binding: StoredBinding): void {
    const { id, brainId, installationId, channelId } = binding;
    if (!this.#byId.has(id)) {
      addTo(this.#byInstallation, installationId, id);
      addTo(this.#byChannel, keyOf(installationId, channelId), id);
      this.#boundChannels.add(keyOf(brainId, installationId, channelId));
    }
    this.#byId.set(id, binding);
  }

  delete(id: string): boolean {
    const binding = this.#byId.get(id);
    if (!binding) return false;
    const { brainId, installationId, channelId } = binding;
    deleteFrom(this.#byInstallation, installationId, id);
    deleteFrom(this.#byChannel, keyOf(installationId, channelId), id);
    this.#boundChannels.delete(keyOf(brainId, installationId, channelId));
    return this.#byId.delete(id);
  }

  #withIds(ids: Ids = new Set()): StoredBinding[] {
    return Array.from(ids, (id) => this.#byId.get(id)).filter((binding) => binding !== undefined);
  }
}

function keyOf(...ids: readonly string[]): string {
  return JSON.stringify(ids);
}

function addTo(index: Map<string, Ids>, key: string, id: string): void {
  const ids = index.get(key) ?? new Set();
  index.set(key, ids.add(id));
}

function deleteFrom(index: Map<string, Ids>, key: string, id: string): void {
  const ids = index.get(key);
  ids?.delete(id);
  if (ids?.size === 0) index.delete(key);
}
