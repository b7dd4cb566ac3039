import { timestamp } from "../clock.ts";
import type { OrganizationState, ServerState, TestToolsState } from "../server-state.ts";
import type { BrainStore, InstallationStore } from "../store/organization-store.ts";
import type { State, StoredPage } from "../store/state.ts";
import { StateError } from "../store/state-error.ts";
import { rejectCommand, rejectInput } from "./command-rejection.ts";

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
  /** Aborts a command that waits. */
  readonly signal: AbortSignal | undefined;
  readonly #organizationId: string | undefined;
  readonly #own: OrganizationState | undefined;

  constructor(serverState: ServerState, organizationId?: string, signal?: AbortSignal) {
    this.serverState = serverState;
    this.signal = signal;
    this.#organizationId = organizationId;
    if (organizationId !== undefined) {
      this.#own =
        serverState.organization(organizationId) ??
        rejectCommand("not_found", `there is no organization ${organizationId}`);
    }
  }

  /** Clock, faults, journal and deliveries of the organization or of the server. */
  get testTools(): TestToolsState {
    return this.#own ?? this.serverState.testTools;
  }

  /** Returns an organization: by default that of the context, or that of the server's own key. */
  organization(id = this.#organizationId ?? this.serverState.defaultOrganizationId): OrganizationState {
    const organization = this.canAccess(id) ? this.serverState.organization(id) : undefined;
    return organization ?? rejectCommand("not_found", `there is no organization ${id}`);
  }

  brain(id: string): OwnedBrain {
    const brain = this.serverState.store.brains.get(id);
    if (!brain || !this.canAccess(brain.brain.organizationId)) rejectCommand("not_found", `there is no brain ${id}`);
    return { brain, organization: this.organization(brain.brain.organizationId) };
  }

  page(brainId: string, slug: string): OwnedBrain & { readonly page: StoredPage } {
    const owned = this.brain(brainId);
    const page = owned.brain.pages.get(slug) ?? rejectCommand("not_found", `brain ${brainId} has no page ${slug}`);
    return { ...owned, page };
  }

  installation(id: string): OwnedInstallation {
    const installation = this.serverState.store.installations.get(id);
    if (!installation || !this.canAccess(installation.installation.organizationId)) {
      rejectCommand("not_found", `there is no installation ${id}`);
    }
    return { installation, organization: this.organization(installation.installation.organizationId) };
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
      rejectInput(error.problems.map(({ path, message }) => ({ path: path.replace(/^\w+\[0\]\.?/, ""), message })));
    }
  }

  canAccess(organizationId: string): boolean {
    return this.#organizationId === undefined || this.#organizationId === organizationId;
  }
}

/** Returns the time of an organization or a server as a timestamp. */
export function currentTimestamp({ clock }: TestToolsState): string {
  return timestamp(clock.now());
}
