import type { StoredBinding } from "./state.ts";

/** The bindings of a brain by id. It also maintains the ids of all bindings of the store, which are unique across brains. */
export class BindingCollection extends Map<string, StoredBinding> {
  readonly #ids: Set<string>;

  /** @param ids - Ids of the bindings of all brains. */
  constructor(ids: Set<string>) {
    super();
    this.#ids = ids;
  }

  override set(id: string, binding: StoredBinding): this {
    this.#ids.add(id);
    return super.set(id, binding);
  }

  override delete(id: string): boolean {
    return super.delete(id) && this.#ids.delete(id);
  }

  override clear(): void {
    for (const id of this.keys()) this.#ids.delete(id);
    super.clear();
  }
}
