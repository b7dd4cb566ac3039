import type { LogLimits } from "./bounded-log.ts";
import type { Clock } from "./clock.ts";
import { type CollectedProgress, collectProgress } from "./collect-progress.ts";
import { DeliveryLog } from "./deliveries/delivery-log.ts";
import { FaultPlan } from "./faults/fault-plan.ts";
import { createIds, generateUniqueId, type Ids } from "./ids.ts";
import { Journal } from "./journal/journal.ts";
import { JournalKeys } from "./journal/journal-keys.ts";
import { DecidedAuthorizations } from "./oauth/decided-authorizations.ts";
import { createStateSigner, type StateSigner } from "./oauth/signed-state.ts";
import { StartedAuthorizations } from "./oauth/started-authorizations.ts";
import type { Progress } from "./progress.ts";
import { createRandom, type Random } from "./random.ts";
import type { ServerObserver } from "./server-observer.ts";
import type { OrganizationStore } from "./store/organization-store.ts";
import { redactStateErrors } from "./store/redact-state-errors.ts";
import type { ApiKey } from "./store/state.ts";
import type { StateInput } from "./store/state-input.ts";
import { Store } from "./store/store.ts";
import { TestClock } from "./test-clock.ts";

/** The state behind the test tools of one organization, or of the whole server. */
export interface TestToolsState {
  readonly clock: TestClock;
  readonly faults: FaultPlan;
  readonly journal: Journal;
  readonly deliveries: DeliveryLog;
}

/** The state of one organization. A restore replaces it, so that requests in flight finish with the old records. */
export interface OrganizationState extends TestToolsState {
  readonly store: OrganizationStore;
  readonly ids: Ids;
  /** How many organizations with this id existed before. */
  readonly generation: number;
  /** Authorizations that are no longer pending. */
  readonly authorizations: DecidedAuthorizations;
  /** The newest authorizations that were started. */
  readonly startedAuthorizations: StartedAuthorizations;
}

/** Limits of the logs of each organization, and of the server. */
export interface ServerLimits {
  readonly journal: LogLimits;
  readonly deliveries: LogLimits;
}

export interface ServerStateOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly randomSeed: string;
  readonly limits: ServerLimits;
  /** Key of the server. Its current organization, or else its first one, is the default organization. */
  readonly apiKey: ApiKey;
  /** Progress from which the server continues. */
  readonly progress: readonly Progress[] | undefined;
  /** Called after ids were used, a clock was changed, an authorization was decided, or an organization was reset. */
  readonly reportProgress: (progress: Progress) => void;
}

/** The state of a server. A reset replaces it as a whole. */
export class ServerState {
  readonly testTools: TestToolsState;
  readonly ids: Ids;
  readonly signer: StateSigner;
  readonly #apiKey: ApiKey;
  readonly #limits: ServerLimits;
  readonly #keys: JournalKeys;
  readonly #randomSeed: string;
  #store: Store;
  readonly #organizations = new Map<string, OrganizationState>();
  readonly #generations = new Map<string, number>();
  /** Progress of organizations that were not used yet. */
  readonly #progress: Map<string | null, CollectedProgress>;
  #observer: ServerObserver | undefined;
  readonly #reportProgress: (progress: Progress) => void;

  constructor({ store, clock, randomSeed, limits, apiKey, progress = [], reportProgress }: ServerStateOptions) {
    const random = createRandom(randomSeed);
    this.#progress = collectProgress(progress);
    this.#reportProgress = reportProgress;
    for (const [id, { generation }] of this.#progress) if (id !== null) this.#generations.set(id, generation);
    this.#store = store;
    this.#randomSeed = randomSeed;
    this.#apiKey = apiKey;
    this.#limits = limits;
    this.#keys = new JournalKeys(
      () => this.#store.apiKeys,
      () => this.#redactJournals(),
    );
    this.signer = createStateSigner(random);
    this.ids = this.#createIds(random, null);
    this.testTools = this.#createTestTools(clock, randomSeed, null);
    this.#progress.delete(null);
    this.#observe(store);
  }

  get store(): Store {
    return this.#store;
  }

  /** Sets who is called after requests, deliveries, and changes of faults and clocks. */
  observe(observer: ServerObserver | undefined): void {
    this.#observer = observer;
    const { journal, deliveries } = this.testTools;
    journal.observe(
      observer && {
        onAdd: (request) => observer.onRequest(request, this.#keys),
        onClear: () => observer.onClear("journal"),
      },
    );
    deliveries.observe(
      observer && {
        onAdd: (delivery) => observer.onDelivery(delivery),
        onClear: () => observer.onClear("deliveries"),
      },
    );
    this.#observeTools(this.testTools, null);
    for (const [id, organization] of this.#organizations) this.#observeTools(organization, id);
  }

  /** Id of the organization that controls use by default. */
  get defaultOrganizationId(): string {
    const { key, organizationId } = this.#apiKey;
    return this.#store.apiKeys.get(key)?.organizationId ?? organizationId;
  }

  /**
   * Adds records.
   *
   * @throws {@link StateError}; then nothing is added
   */
  seed(state: StateInput): void {
    redactStateErrors(state, this.#store.apiKeys, () => this.#store.add(state));
  }

  /** Replaces all records. An organization that still exists keeps its clock, faults, journal and deliveries. */
  restore(state: StateInput): void {
    // Its organizations are newer than every request in flight.
    const store = new Store(this.#store.revision + 1);
    redactStateErrors(state, this.#store.apiKeys, () => store.add(state));
    store.keepInitialRecords(this.#store);
    this.#keys.delete(this.#store.apiKeys.keys());
    store.replace(this.#store);
    this.#observe(store);
    this.#store = store;
    for (const id of this.#organizations.keys()) if (!store.organizations.has(id)) this.#forget(id);
  }

  /** Returns an organization. It has its own source of randomness, so that other organizations cannot affect its ids. */
  organization(id: string): OrganizationState | undefined {
    const store = this.#store.organizations.get(id);
    const known = this.#organizations.get(id);
    if (!store) return undefined;
    if (known?.store === store) return known;
    const organization = known ? { ...known, store } : this.#createOrganization(store);
    this.#organizations.set(id, organization);
    return organization;
  }

  /** Creates the first key of an organization that does not exist yet. It takes no id of the organization's sequence. */
  createFirstKey(organizationId: string): string {
    const ids = createIds(createRandom(`${this.#seedOf(organizationId)}: first key`));
    return generateUniqueId(ids, "key", (key) => this.#store.apiKeys.has(key));
  }

  /** Takes an organization back to its initial records. Its ids, clock, faults, journal and deliveries begin again. */
  resetOrganization(id: string): void {
    const organization = this.#organizations.get(id);
    if (organization) closeLogs(organization);
    this.#discard(id);
    this.#store.resetOrganization(id);
  }

  deleteOrganization(id: string): void {
    this.#store.deleteOrganization(id);
    this.#forget(id);
  }

  /** Ends all waits for requests and deliveries. */
  close(): void {
    closeLogs(this.testTools);
    for (const organization of this.#organizations.values()) closeLogs(organization);
  }

  /** Recorded requests are redacted when they are read, so that keys are remembered after they were deleted. */
  #observe(store: Store): void {
    store.onKeysDeleted = (keys) => this.#keys.delete(keys);
  }

  #createOrganization(store: OrganizationStore): OrganizationState {
    const { id } = store;
    const seed = this.#seedOf(id);
    const decisions = this.#progress.get(id)?.authorizations ?? [];
    const organization: OrganizationState = {
      ...this.#createTestTools(this.testTools.clock, seed, id),
      store,
      ids: this.#createIds(createRandom(seed), id),
      generation: this.#generations.get(id) ?? 0,
      authorizations: new DecidedAuthorizations(decisions, (decision) =>
        this.#reportProgress({ item: "authorization", organizationId: id, ...decision }),
      ),
      startedAuthorizations: new StartedAuthorizations(),
    };
    this.#progress.delete(id);
    return organization;
  }

  #createIds(random: Random, organizationId: string | null): Ids {
    const position = this.#progress.get(organizationId)?.position;
    if (position) random.moveTo(position);
    return createIds(random, (moved) => this.#reportProgress({ item: "ids", organizationId, position: moved }));
  }

  #seedOf(organizationId: string): string {
    const generation = this.#generations.get(organizationId) ?? 0;
    return `${this.#randomSeed}: ${organizationId}${generation === 0 ? "" : `: ${generation}`}`;
  }

  /** The next organization with this id gets another generation: it repeats no ids of this one and accepts none of its states. */
  #forget(id: string): void {
    const organization = this.#organizations.get(id);
    if (organization) closeLogs(organization);
    this.#generations.set(id, (this.#generations.get(id) ?? 0) + 1);
    this.#discard(id);
  }

  /** Lets ids, clock, faults, journal, deliveries and authorizations of an organization begin again. */
  #discard(id: string): void {
    this.#organizations.delete(id);
    this.#progress.delete(id);
    this.#reportProgress({ item: "reset", organizationId: id, generation: this.#generations.get(id) ?? 0 });
  }

  #createTestTools(clock: Clock, seed: string, organizationId: string | null): TestToolsState {
    const tools: TestToolsState = {
      clock: new TestClock(clock),
      faults: new FaultPlan(createRandom(`${seed}: faults`)),
      journal: new Journal(this.#limits.journal, this.#keys),
      deliveries: new DeliveryLog(this.#limits.deliveries),
    };
    const clockProgress = this.#progress.get(organizationId)?.clock;
    if (clockProgress) tools.clock.moveTo(clockProgress.offset, clockProgress.frozenAt ?? undefined);
    this.#observeTools(tools, organizationId);
    return tools;
  }

  #observeTools({ clock, faults }: TestToolsState, organizationId: string | null): void {
    const observer = this.#observer;
    clock.onChange = () => {
      const { offsetMs: offset, frozenMs: frozenAt = null } = clock;
      observer?.onClock(organizationId);
      this.#reportProgress({ item: "clock", organizationId, offset, frozenAt });
    };
    faults.onChange = observer && ((change) => observer.onFault(organizationId, change));
  }

  #redactJournals(): void {
    this.testTools.journal.redact();
    for (const { journal } of this.#organizations.values()) journal.redact();
  }
}

function closeLogs({ journal, deliveries }: TestToolsState): void {
  journal.close();
  deliveries.close();
}
