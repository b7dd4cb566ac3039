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

/** What a test can look at and move: of one organization, or of a whole server. */
export interface TestToolState {
  readonly clock: TestClock;
  readonly faults: FaultPlan;
  readonly journal: RingBuffer<JournalEntry>;
  readonly deliveries: DeliveryLog;
}

/** An organization with all that is its own. */
export interface OrganizationState extends TestToolState {
  store: OrganizationStore;
  readonly ids: Ids;
  /** How many organizations of this id there were before. */
  readonly generation: number;
  /** What became of each authorization, by the nonce of its state. */
  readonly authorizations: Map<string, Authorization>;
}

/** Where a world begins. */
export interface ServerStateOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly randomSeed: string;
  /** Key of the server: the organization that it belongs to, or belonged to first, is meant where none is named. */
  readonly apiKey: ApiKey;
}

/** Everything of a server that a reset replaces. */
export class ServerState {
  readonly testTools: TestToolState;
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
    this.testTools = createTestToolState(clock, randomSeed);
  }

  get store(): Store {
    return this.#store;
  }

  /** The organization that is meant where none is named. */
  get defaultOrganizationId(): string {
    const { key, organizationId } = this.#apiKey;
    return this.#store.apiKeys.get(key)?.organizationId ?? organizationId;
  }

  /** Replaces all records. An organization that goes on existing keeps its clock, faults, journal and deliveries. */
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

  /** The organization with an id. Its randomness is its own, so that no other organization can change its run. */
  organization(id: string): OrganizationState | undefined {
    const present = this.#organizations.get(id);
    if (present) return present;
    const store = this.#store.organizations.get(id);
    if (!store) return undefined;
    const generation = this.#generations.get(id) ?? 0;
    const seed = `${this.#randomSeed}: ${id}${generation === 0 ? "" : `: ${generation}`}`;
    const organization: OrganizationState = {
      ...createTestToolState(this.testTools.clock, seed),
      store,
      ids: createIds(createRandom(seed)),
      generation,
      authorizations: new Map(),
    };
    this.#organizations.set(id, organization);
    return organization;
  }

  /** Ends what waits for something to happen. */
  end(): void {
    this.testTools.deliveries.end();
    for (const { deliveries } of this.#organizations.values()) deliveries.end();
  }

  deleteOrganization({ store }: OrganizationState): void {
    this.#store.deleteOrganization(store);
    this.#forget(store.organization.id);
  }

  /** Another organization of the same id repeats neither the ids of this one nor its authorizations. */
  #forget(id: string): void {
    this.#organizations.get(id)?.deliveries.end();
    this.#organizations.delete(id);
    this.#generations.set(id, (this.#generations.get(id) ?? 0) + 1);
  }
}

function createTestToolState(clock: Clock, seed: string): TestToolState {
  return {
    clock: new TestClock(clock),
    faults: new FaultPlan(createRandom(`${seed}: faults`)),
    journal: new RingBuffer(choices.journalCapacity),
    deliveries: new DeliveryLog(choices.deliveryCapacity),
  };
}
