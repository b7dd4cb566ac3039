import { choices } from "./choices.ts";
import type { Clock } from "./clock.ts";
import { DeliveryLog } from "./deliveries/delivery-log.ts";
import { FaultPlan } from "./faults/fault-plan.ts";
import { createIds, type Ids } from "./ids.ts";
import type { JournalEntry } from "./journal/journal-entry.ts";
import type { Authorization } from "./oauth/authorization.ts";
import { createStateSigner, type StateSigner } from "./oauth/signed-state.ts";
import { createRandom } from "./random.ts";
import { RingBuffer } from "./ring-buffer.ts";
import type { OrganizationStore } from "./store/organization-store.ts";
import type { ApiKey, State } from "./store/state.ts";
import { Store } from "./store/store.ts";
import { TestClock } from "./test-clock.ts";

/** The state behind the test tools of one organization, or of the whole server. */
export interface TestToolsState {
  readonly clock: TestClock;
  readonly faults: FaultPlan;
  readonly journal: RingBuffer<JournalEntry>;
  readonly deliveries: DeliveryLog;
}

/** The state of one organization. */
export interface OrganizationState extends TestToolsState {
  store: OrganizationStore;
  readonly ids: Ids;
  /** How many organizations with this id existed before. */
  readonly generation: number;
  /** Authorizations that are no longer pending, by the nonce of their state. */
  readonly authorizations: Map<string, Authorization>;
}

export interface ServerStateOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly randomSeed: string;
  /** Key of the server. Its current organization, or else its first one, is the default organization. */
  readonly apiKey: ApiKey;
}

/** The state of a server. A reset replaces it as a whole. */
export class ServerState {
  readonly testTools: TestToolsState;
  readonly ids: Ids;
  readonly signer: StateSigner;
  readonly #apiKey: ApiKey;
  readonly #randomSeed: string;
  #store: Store;
  readonly #organizations = new Map<string, OrganizationState>();
  readonly #generations = new Map<string, number>();

  constructor({ store, clock, randomSeed, apiKey }: ServerStateOptions) {
    const random = createRandom(randomSeed);
    this.#store = store;
    this.#randomSeed = randomSeed;
    this.#apiKey = apiKey;
    this.signer = createStateSigner(random);
    this.ids = createIds(random);
    this.testTools = createTestToolsState(clock, randomSeed);
  }

  get store(): Store {
    return this.#store;
  }

  /** Id of the organization that controls use by default. */
  get defaultOrganizationId(): string {
    const { key, organizationId } = this.#apiKey;
    return this.#store.apiKeys.get(key)?.organizationId ?? organizationId;
  }

  /** Replaces all records. An organization that still exists keeps its clock, faults, journal and deliveries. */
  restore(state: State): void {
    const store = new Store();
    store.add(state);
    this.#store = store;
    for (const [id, organization] of this.#organizations) {
      const restored = store.organizations.get(id);
      if (restored) organization.store = restored;
      else this.#forget(id);
    }
  }

  /** Returns an organization. It has its own source of randomness, so that other organizations cannot affect its ids. */
  organization(id: string): OrganizationState | undefined {
    const existing = this.#organizations.get(id);
    if (existing) return existing;
    const store = this.#store.organizations.get(id);
    if (!store) return undefined;
    const generation = this.#generations.get(id) ?? 0;
    const seed = `${this.#randomSeed}: ${id}${generation === 0 ? "" : `: ${generation}`}`;
    const organization: OrganizationState = {
      ...createTestToolsState(this.testTools.clock, seed),
      store,
      ids: createIds(createRandom(seed)),
      generation,
      authorizations: new Map(),
    };
    this.#organizations.set(id, organization);
    return organization;
  }

  /** Ends all waits for deliveries. */
  close(): void {
    this.testTools.deliveries.close();
    for (const { deliveries } of this.#organizations.values()) deliveries.close();
  }

  deleteOrganization({ store }: OrganizationState): void {
    this.#store.deleteOrganization(store);
    this.#forget(store.organization.id);
  }

  /** The next organization with this id gets another generation: it repeats no ids of this one and accepts none of its states. */
  #forget(id: string): void {
    this.#organizations.get(id)?.deliveries.close();
    this.#organizations.delete(id);
    this.#generations.set(id, (this.#generations.get(id) ?? 0) + 1);
  }
}

function createTestToolsState(clock: Clock, seed: string): TestToolsState {
  return {
    clock: new TestClock(clock),
    faults: new FaultPlan(createRandom(`${seed}: faults`)),
    journal: new RingBuffer(choices.journalCapacity),
    deliveries: new DeliveryLog(choices.deliveryCapacity),
  };
}
