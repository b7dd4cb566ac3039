import { PageCollection } from "./page-collection.ts";
import type { Brain, Installation, Organization, StoredBinding, StoredChannel } from "./state.ts";

/** What one organization owns. Whoever holds it cannot reach another organization's records. */
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
  readonly bindings = new Map<string, StoredBinding>();

  constructor(brain: Brain) {
    this.brain = brain;
  }
}

/** An installation with the channels that it sees. */
export class InstallationStore {
  installation: Installation;
  readonly channels = new Map<string, StoredChannel>();

  constructor(installation: Installation) {
    this.installation = installation;
  }
}
