import { timestamp } from "../clock.ts";
import type { BrainStore, InstallationStore } from "../store/organization-store.ts";
import type { State, StoredPage } from "../store/state.ts";
import { StateError } from "../store/state-error.ts";
import type { OrganizationScope, Scope, World } from "../world.ts";
import { refuse, refuseInput } from "./refusal.ts";

/** A brain, and whose it is. */
interface FoundBrain {
  readonly organization: OrganizationScope;
  readonly brain: BrainStore;
}

/** An installation, and whose it is. */
interface FoundInstallation {
  readonly organization: OrganizationScope;
  readonly installation: InstallationStore;
}

/** What a command acts on: the whole server, or one organization, beyond which it finds nothing. */
export class ControlContext {
  readonly world: World;
  /** Ends the waiting of a command that waits. */
  readonly signal: AbortSignal | undefined;
  readonly #organizationId: string | undefined;
  readonly #own: OrganizationScope | undefined;

  constructor(world: World, organizationId?: string, signal?: AbortSignal) {
    this.world = world;
    this.signal = signal;
    this.#organizationId = organizationId;
    if (organizationId !== undefined) {
      this.#own =
        world.organization(organizationId) ?? refuse("not_found", `there is no organization ${organizationId}`);
    }
  }

  /** Whose clock, faults, journal and deliveries are meant. */
  get scope(): Scope {
    return this.#own ?? this.world.scope;
  }

  /** The organization with an id; without one, that of the context, or that of the server's own key. */
  organization(id?: string): OrganizationScope {
    const sought = id ?? this.#organizationId ?? this.world.defaultOrganizationId;
    const found = this.sees(sought) ? this.world.organization(sought) : undefined;
    return found ?? refuse("not_found", `there is no organization ${sought}`);
  }

  brain(id: string): FoundBrain {
    const brain = this.world.store.brains.get(id);
    if (!brain || !this.sees(brain.brain.organizationId)) refuse("not_found", `there is no brain ${id}`);
    return { brain, organization: this.organization(brain.brain.organizationId) };
  }

  page(brainId: string, slug: string): FoundBrain & { readonly page: StoredPage } {
    const found = this.brain(brainId);
    const page = found.brain.pages.get(slug) ?? refuse("not_found", `brain ${brainId} has no page ${slug}`);
    return { ...found, page };
  }

  installation(id: string): FoundInstallation {
    const installation = this.world.store.installations.get(id);
    if (!installation || !this.sees(installation.installation.organizationId)) {
      refuse("not_found", `there is no installation ${id}`);
    }
    return { installation, organization: this.organization(installation.installation.organizationId) };
  }

  snapshot(): Required<State> {
    const { store } = this.world;
    return this.#own ? store.snapshotOf(this.#own.store) : store.snapshot();
  }

  /** Adds one record, under the rules that a seed obeys. */
  add<Name extends Exclude<keyof State, "version">>(name: Name, record: NonNullable<State[Name]>[number]): void {
    try {
      this.world.store.add({ version: 1, [name]: [record] });
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
export function timeOf({ clock }: Scope): string {
  return timestamp(clock.now());
}
