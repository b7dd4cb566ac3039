import { timestamp } from "../clock.ts";
import type { Ids } from "../ids.ts";
import type { OrganizationState, ServerState, TestToolsState } from "../server-state.ts";
import type { BrainStore } from "../store/brain-store.ts";
import type { InstallationStore } from "../store/installation-store.ts";
import type { DefaultsContext } from "../store/record-defaults.ts";
import type { State, StoredPage } from "../store/state.ts";
import { StateError } from "../store/state-error.ts";
import { rejectCommand, rejectProblems } from "./command-rejection.ts";

/** A brain and the organization that owns it. */
interface OwnedBrain {
  readonly organization: OrganizationState;
  readonly brain: BrainStore;
}

/** An installation and the organization that owns it. */
interface OwnedInstallation {
  readonly organization: OrganizationState;
  readonly installation: InstallationStore;
}

/** The part of a server that a command can access: all of it, or one organization. */
export class CommandContext {
  readonly serverState: ServerState;
  readonly #organizationId: string | undefined;
  readonly #own: OrganizationState | undefined;
  readonly #revision: number;
  /** Functions that take back the ids that the command has used. */
  readonly #rewinds = new Map<Ids, () => void>();

  constructor(serverState: ServerState, organizationId?: string) {
    this.serverState = serverState;
    this.#organizationId = organizationId;
    this.#revision = serverState.store.revision;
    this.#markIds(serverState.ids);
    if (organizationId !== undefined) {
      this.#own =
        serverState.organization(organizationId) ??
        rejectCommand("not_found", `there is no organization ${organizationId}`);
      this.#markIds(this.#own.ids);
    }
  }

  /** Takes back the ids that a rejected command has used. It must have been synchronous: others could have used ids meanwhile. */
  rewindIds(): void {
    for (const rewind of this.#rewinds.values()) rewind();
  }

  #markIds(ids: Ids): void {
    if (!this.#rewinds.has(ids)) this.#rewinds.set(ids, ids.mark());
  }

  /** Clock, faults, journal and deliveries of the organization or of the server. */
  get testTools(): TestToolsState {
    return this.#own ?? this.serverState.testTools;
  }

  /** Returns an organization: by default that of the context, or that of the server's own key. */
  organization(id = this.#organizationId ?? this.serverState.defaultOrganizationId): OrganizationState {
    const found = this.canAccess(id) ? this.serverState.organization(id) : undefined;
    const organization = found ?? rejectCommand("not_found", `there is no organization ${id}`);
    this.#markIds(organization.ids);
    return organization;
  }

  brain(id: string): OwnedBrain {
    const organization = this.#owner("brain", id, this.serverState.store.brainOwners.get(id));
    const brain = organization.store.brains.get(id) ?? rejectMissing("brain", id);
    return { brain, organization };
  }

  page(brainId: string, slug: string): OwnedBrain & { readonly page: StoredPage } {
    const owned = this.brain(brainId);
    const page = owned.brain.pages.get(slug) ?? rejectCommand("not_found", `brain ${brainId} has no page ${slug}`);
    return { ...owned, page };
  }

  /** Returns an installation: of a given organization if it has one with this id. */
  installation(id: string, preferred?: OrganizationState): OwnedInstallation {
    const organization = preferred?.store.installations.has(id)
      ? preferred
      : this.#owner("installation", id, this.serverState.store.installationOwners.get(id));
    const installation = organization.store.installations.get(id) ?? rejectMissing("installation", id);
    return { installation, organization };
  }

  /** Checks whether the records of an organization were replaced after the command began. */
  wasReplaced({ store }: OrganizationState): boolean {
    return store.revision > this.#revision;
  }

  /** Returns the only organization that the context can access and that has a record with an id. */
  #owner(kind: string, id: string, owners: ReadonlySet<string>): OrganizationState {
    if (this.#own) return this.#own;
    const [owner, ...others] = owners;
    if (owner === undefined) rejectMissing(kind, id);
    if (others.length > 0) {
      const article = kind === "installation" ? "an" : "a";
      rejectCommand(
        "conflict",
        `${owners.size} organizations have ${article} ${kind} ${id}. Use server.organization(id).control, or ?organization=ID over HTTP`,
      );
    }
    return this.organization(owner);
  }

  snapshot(): Required<State> {
    const { store } = this.serverState;
    return this.#own ? store.snapshotOf(this.#own.store) : store.snapshot();
  }

  /** Adds one record. The rules are those of a seed. */
  add<Name extends Exclude<keyof State, "version">>(name: Name, record: NonNullable<State[Name]>[number]): void {
    try {
      this.serverState.store.add({ version: 1, [name]: [record] });
    } catch (error) {
      if (!(error instanceof StateError)) throw error;
      const problems = error.problems.map(({ path, message }) => ({ path: path.replace(/^\w+\[0\]\.?/, ""), message }));
      rejectProblems({ problems, count: error.problemCount });
    }
  }

  canAccess(organizationId: string): boolean {
    return this.#organizationId === undefined || this.#organizationId === organizationId;
  }
}

function rejectMissing(kind: string, id: string): never {
  rejectCommand("not_found", `there is no ${kind} ${id}`);
}

/** Returns what the defaults of a record that is added to an organization depend on. */
export function createOrganizationDefaultsContext(organization: OrganizationState): DefaultsContext {
  const { id, installations } = organization.store;
  return {
    now: currentTimestamp(organization),
    organizationIdOf: () => id,
    teamIdOf: (installationId) => installations.get(installationId)?.installation.teamId,
    channelNameOf: (installationId, channelId) => installations.get(installationId)?.channels.get(channelId)?.name,
  };
}

/** Returns the time of an organization or a server as a timestamp. */
export function currentTimestamp({ clock }: TestToolsState): string {
  return timestamp(clock.now());
}
