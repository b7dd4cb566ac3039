import { timestamp } from "../clock.ts";
import type { OrganizationState, ServerState, TestToolState } from "../server-state.ts";
import type { BrainStore, InstallationStore } from "../store/organization-store.ts";
import type { State, StoredPage } from "../store/state.ts";
import { StateError } from "../store/state-error.ts";
import { refuse, refuseInput } from "./refusal.ts";

/** A brain, and whose it is. */
interface FoundBrain {
  readonly organization: OrganizationState;
  readonly brain: BrainStore;
}

/** An installation, and whose it is. */
interface FoundInstallation {
  readonly organization: OrganizationState;
  readonly installation: InstallationStore;
}

/** What a command acts on: the whole server, or one organization, beyond which it finds nothing. */
export class ControlContext {
  readonly serverState: ServerState;
  /** Ends the waiting of a command that waits. */
  readonly signal: AbortSignal | undefined;
  readonly #organizationId: string | undefined;
  readonly #own: OrganizationState | undefined;

  constructor(serverState: ServerState, organizationId?: string, signal?: AbortSignal) {
    this.serverState = serverState;
    this.signal = signal;
    this.#organizationId = organizationId;
    if (organizationId !== undefined) {
      this.#own =
        serverState.organization(organizationId) ?? refuse("not_found", `there is no organization ${organizationId}`);
    }
  }

  /** Whose clock, faults, journal and deliveries are meant. */
  get testTools(): TestToolState {
    return this.#own ?? this.serverState.testTools;
  }

  /** The organization with an id; without one, that of the context, or that of the server's own key. */
  organization(id?: string): OrganizationState {
    const sought = id ?? this.#organizationId ?? this.serverState.defaultOrganizationId;
    const found = this.sees(sought) ? this.serverState.organization(sought) : undefined;
    return found ?? refuse("not_found", `there is no organization ${sought}`);
  }

  brain(id: string): FoundBrain {
    const brain = this.serverState.store.brains.get(id);
    if (!brain || !this.sees(brain.brain.organizationId)) refuse("not_found", `there is no brain ${id}`);
    return { brain, organization: this.organization(brain.brain.organizationId) };
  }

  page(brainId: string, slug: string): FoundBrain & { readonly page: StoredPage } {
    const found = this.brain(brainId);
    const page = found.brain.pages.get(slug) ?? refuse("not_found", `brain ${brainId} has no page ${slug}`);
    return { ...found, page };
  }

  installation(id: string): FoundInstallation {
    const installation = this.serverState.store.installations.get(id);
    if (!installation || !this.sees(installation.installation.organizationId)) {
      refuse("not_found", `there is no installation ${id}`);
    }
    return { installation, organization: this.organization(installation.installation.organizationId) };
  }

  snapshot(): Required<State> {
    const { store } = this.serverState;
    return this.#own ? store.snapshotOf(this.#own.store) : store.snapshot();
  }

  /** Adds one record, under the rules that a seed obeys. */
  add<Name extends Exclude<keyof State, "version">>(name: Name, record: NonNullable<State[Name]>[number]): void {
    try {
      this.serverState.store.add({ version: 1, [name]: [record] });
    } catch (error) {
      if (!(error instanceof StateError)) throw error;
      refuseInput(error.problems.map(({ path, message }) => ({ path: path.replace(/^\w+\[0\]\.?/, ""), message })));
    }
  }

  /** Whether an organization is within reach. */
  sees(organizationId: string): boolean {
    return this.#organizationId === undefined || this.#organizationId === organizationId;
  }
}

/** The time of an organization as a timestamp. */
export function timeOf({ clock }: TestToolState): string {
  return timestamp(clock.now());
}
