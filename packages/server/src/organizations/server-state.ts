import { fieldsOf } from "@knowledge-base/internal";
import type { Operation } from "@knowledge-base/types";
import { createStateSigner, type StateSigner } from "../messaging/signed-state.ts";
import { reject } from "../state/errors.ts";
import { type LoadTarget, loadState } from "../state/load.ts";
import { createIds, createRandom, type Ids } from "../state/random.ts";
import { createState } from "../state/snapshot.ts";
import type { State } from "../state/state.ts";
import type { Clock } from "../test-tools/clock.ts";
import { closeLogs, createTestTools, type ServerChange, type TestToolsState } from "../test-tools/test-tools-state.ts";
import type { ApiKey, Organization } from "./organization-records.ts";
import type { OrganizationStore } from "./organization-store.ts";
import { Store } from "./store.ts";

/** The state of one organization. A restore replaces it, so that requests in flight finish with the old records. */
export interface OrganizationState extends TestToolsState {
  readonly store: OrganizationStore;
  readonly ids: Ids;
}

export interface ServerStateOptions {
  /** The initial records. */
  readonly store: Store;
  readonly clock: Clock;
  readonly randomSeed: string;
  /** The key that is valid initially. */
  readonly apiKey: ApiKey;
  /** Number of ids that the server has generated for organizations before. */
  readonly idPosition: number;
  /** All operations, which faults and filters can name. */
  readonly operations: readonly Operation[];
  /** Replaces this state by the initial one. */
  readonly reset: () => void;
  /** Called after each change of the state. */
  readonly report: (change: ServerChange) => void;
}

/** The whole state of a server. A reset replaces it, so that requests in flight finish with the old state. */
export class ServerState {
  readonly testTools: TestToolsState;
  /** Source of the ids of organizations. */
  readonly ids: Ids;
  readonly signer: StateSigner;
  readonly #options: ServerStateOptions;
  #store: Store;
  #isReplaced = false;
  readonly #organizations = new Map<string, OrganizationState>();
  /** For deleted and replaced organizations: the position at which the ids of another one with the same id begin. */
  readonly #idPositions = new Map<string, number>();

  constructor(options: ServerStateOptions) {
    const { store, clock, randomSeed } = options;
    this.#options = options;
    this.#store = store;
    this.signer = createStateSigner(createRandom(randomSeed));
    this.ids = createIds(randomSeed);
    this.ids.advanceTo(options.idPosition);
    this.testTools = this.#createTestTools(clock, randomSeed, null);
    this.#observeStore();
  }

  get store(): Store {
    return this.#store;
  }

  /** The operations that faults and filters can name. */
  get operations(): readonly Operation[] {
    return this.#options.operations;
  }

  /** Whether a reset has replaced this state. */
  get isReplaced(): boolean {
    return this.#isReplaced;
  }

  /** Id of the organization that owns the server's initial key, or that owned it when the server was created. */
  get defaultOrganizationId(): string {
    const { key, organizationId } = this.#options.apiKey;
    return this.#store.apiKeys.get(key)?.organizationId ?? organizationId;
  }

  /** The initial key and the seed of ids. */
  get description(): { readonly apiKey: string; readonly randomSeed: string } {
    return { apiKey: this.#options.apiKey.key, randomSeed: this.#options.randomSeed };
  }

  /** Takes the whole server back to its initial state, with new tools. */
  reset(): void {
    this.#options.reset();
  }

  /** Adds the records of a state, and returns its keys. */
  seed(state: unknown, target?: LoadTarget): readonly ApiKey[] {
    const apiKeys = loadState(this.#store, state, { target });
    if (!target) this.ids.advanceTo(idPositionOf(state));
    return apiKeys;
  }

  /** Replaces all records, or those of an organization, by the records of a state, and returns its keys. */
  restore(state: unknown, target?: LoadTarget): readonly ApiKey[] {
    return target ? this.#restoreOrganization(state, target) : this.#restoreAll(state);
  }

  #restoreAll(state: unknown): readonly ApiKey[] {
    const store = new Store();
    const previous = this.#store;
    const apiKeys = loadState(store, state, { knownKeys: previous.apiKeys.keys() });
    store.keepInitial(previous);
    for (const { id } of previous.organizations.values()) {
      if (!store.organizations.has(id)) this.#forget(id);
      else if (!this.#organizations.has(id)) this.#idPositions.set(id, this.#idPositionOf(id));
    }
    this.#store = store;
    this.replace(previous);
    for (const id of this.#organizations.keys()) this.#continueFrom(id);
    this.ids.advanceTo(idPositionOf(state));
    return apiKeys;
  }

  /** Takes the place of the records of another store: reports the changes, and all later ones. */
  replace(previous: Store): void {
    previous.report = undefined;
    this.#observeStore();
    const ids = [previous, this.#store].flatMap(({ organizations }) =>
      Array.from(organizations.values(), ({ id }) => id),
    );
    for (const organizationId of new Set(ids)) this.#store.report?.(organizationId);
  }

  #restoreOrganization(state: unknown, target: LoadTarget): readonly ApiKey[] {
    const { organizationId: id, apiKeys } = target;
    const present = this.#store.organizations.get(id);
    const presentKeys = Array.from(present?.all("apiKeys").values() ?? []);
    const ownKeys = apiKeys === "omit" ? presentKeys : [];
    const describe = (described: Organization | undefined) => described ?? present?.organization ?? { id, name: id };
    this.#store.clear(id);
    const knownKeys = presentKeys.map(({ key }) => key);
    const loaded = loadState(this.#store, state, { target: { ...target, ownKeys, describe }, knownKeys });
    this.#continueFrom(id);
    return loaded;
  }

  /** Returns a copy of all records, or of those of one organization. */
  snapshot(organizationId?: string): State {
    const owner = this.#store.organizations.get(organizationId ?? "");
    if (owner) return createState([owner], this.#describe);
    const state = createState(this.#store.organizations.values(), this.#describe);
    return this.ids.position === 0 ? state : { ...state, idPosition: this.ids.position };
  }

  /** Returns an organization, if it exists. Its state is created at the first use. */
  organization(id: string): OrganizationState | undefined {
    const store = this.#store.organizations.get(id);
    const known = this.#organizations.get(id);
    if (!store || known?.store === store) return store && known;
    const organization = known ? { ...known, store } : this.#createOrganization(store);
    this.#organizations.set(id, organization);
    return organization;
  }

  /** Returns the first key of an organization, which does not depend on the ids that were generated before. */
  createFirstKey(organizationId: string): string {
    const ids = createIds(`${this.#seedOf(organizationId)}: first key`);
    ids.advanceTo(this.#idPositions.get(organizationId) ?? 0);
    return ids.unique("key", (key) => this.#store.apiKeys.has(key));
  }

  /** Takes an organization back to its initial records, with new tools. */
  resetOrganization(id: string): void {
    for (const { kind, record } of this.#store.initial(id)) {
      const owner = kind === "apiKeys" ? (this.#store.apiKeys.get(record.key)?.organizationId ?? id) : id;
      if (owner !== id) {
        reject(
          "conflict",
          `a first key of organization ${id} is now a key of organization ${owner}. Revoke it there first`,
        );
      }
    }
    this.#discard(id);
    this.#store.reset(id);
  }

  deleteOrganization(id: string): void {
    this.#store.delete(id);
    this.#forget(id);
  }

  /** Resolves the pending waits for requests and deliveries, because none will follow. */
  close(): void {
    this.#isReplaced = true;
    closeLogs(this.testTools);
    for (const organization of this.#organizations.values()) closeLogs(organization);
  }

  #observeStore(): void {
    this.#store.report = (organizationId) => this.#report({ organizationId, what: "records" });
  }

  #createOrganization(store: OrganizationStore): OrganizationState {
    const { id, organization } = store;
    const seed = this.#seedOf(id);
    const created: OrganizationState = {
      ...this.#createTestTools(this.testTools.clock, seed, id),
      store,
      ids: createIds(seed, () => this.#store.report?.(id)),
    };
    created.ids.advanceTo(this.#idPositionOf(id));
    created.clock.moveTo(organization.clock ?? {});
    return created;
  }

  /** Returns the record of an organization with the position of its clock and of its ids. */
  readonly #describe = (organization: Organization): Organization => {
    const { clock: storedClock, idPosition: _, ...record } = organization;
    const known = this.#organizations.get(record.id);
    const clock = known ? known.clock.position() : storedClock;
    const position = this.#idPositionOf(record.id);
    return { ...record, ...(clock && { clock }), ...(position > 0 && { idPosition: position }) };
  };

  /** Continues with the clock and the ids of restored records, if they contain any. */
  #continueFrom(id: string): void {
    const { clock, idPosition = 0 } = this.#store.organizations.get(id)?.organization ?? {};
    const known = this.#organizations.get(id);
    known?.ids.advanceTo(idPosition);
    if (clock) known?.clock.moveTo(clock);
  }

  /** Returns how many ids were generated for an organization, including those of others that had the same id. */
  #idPositionOf(id: string): number {
    const { idPosition = 0 } = this.#store.organizations.get(id)?.organization ?? {};
    return Math.max(idPosition, this.#organizations.get(id)?.ids.position ?? 0, this.#idPositions.get(id) ?? 0);
  }

  #seedOf(organizationId: string): string {
    return `${this.#options.randomSeed}: ${organizationId}`;
  }

  /** Discards an organization. Another one with the same id generates other ids. */
  #forget(id: string): void {
    this.#idPositions.set(id, this.#idPositionOf(id) + 1);
    this.#discard(id);
  }

  #discard(id: string): void {
    const organization = this.#organizations.get(id);
    if (organization) closeLogs(organization);
    this.#organizations.delete(id);
  }

  #createTestTools(clock: Clock, seed: string, organizationId: string | null): TestToolsState {
    return createTestTools(clock, seed, (what, request) => this.#report({ organizationId, what, request }));
  }

  #report(change: Omit<ServerChange, "isReplaced">): void {
    this.#options.report({ ...change, isReplaced: this.#isReplaced });
  }
}

/** Returns the number of ids that a state says were generated for organizations. */
export function idPositionOf(state: unknown): number {
  return Number(fieldsOf(state)["idPosition"] ?? 0);
}
