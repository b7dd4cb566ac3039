import { BindingCollection } from "./binding-collection.ts";
import { PageCollection } from "./page-collection.ts";
import type { Brain, Installation, Organization, StoredChannel } from "./state.ts";

/** The records of one organization. They contain no reference to those of another one. */
export class OrganizationStore {
  organization: Organization;
  readonly brains = new Map<string, BrainStore>();
  readonly installations = new Map<string, InstallationStore>();

  constructor(organization: Organization) {
    this.organization = organization;
  }
}

/** A brain with its pages and bindings. */
export class BrainStore {
  brain: Brain;
  readonly pages = new PageCollection();
  readonly bindings: BindingCollection;

  /** @param bindingIds - Ids of the bindings of all brains. */
  constructor(brain: Brain, bindingIds: Set<string>) {
    this.brain = brain;
    this.bindings = new BindingCollection(bindingIds);
  }
}

/** An installation with its channels. */
export class InstallationStore {
  installation: Installation;
  readonly channels = new Map<string, StoredChannel>();

  constructor(installation: Installation) {
    this.installation = installation;
  }
}
