import type { OrganizationStore } from "../organizations/organizations.ts";
import { kindsByParent } from "./kinds.ts";
import type { KindName } from "./state.ts";

/** Finds the owners of records that name none: each belongs to the first organization of the state that has its parent. */
export class Owners {
  readonly #byParent = new Map<string, OrganizationStore>();

  /** Adds a record, which may be a parent. */
  add(kind: KindName, id: string, owner: OrganizationStore): void {
    const key = `${kind} ${id}`;
    if (kindsByParent.has(kind)) this.#byParent.set(key, this.#byParent.get(key) ?? owner);
  }

  find(parent: KindName, id: string): OrganizationStore | undefined {
    return this.#byParent.get(`${parent} ${id}`);
  }
}
