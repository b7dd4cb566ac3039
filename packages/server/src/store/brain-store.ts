import { PageCollection } from "./page-collection.ts";
import type { Brain, StoredBinding } from "./state.ts";

/** A brain with its pages and bindings. */
export interface BrainStore {
  readonly brain: Brain;
  readonly pages: Omit<PageCollection, "put" | "delete">;
  readonly bindings: ReadonlyMap<string, StoredBinding>;
}

/** A brain to which its {@link OrganizationStore} adds pages and bindings. */
export class WritableBrain implements BrainStore {
  brain: Brain;
  readonly pages = new PageCollection();
  readonly bindings = new Map<string, StoredBinding>();

  constructor(brain: Brain) {
    this.brain = brain;
  }
}
