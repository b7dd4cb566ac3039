import { fieldsOf } from "@knowledge-base/internal";
import type { Operation } from "@knowledge-base/types";
import { createOAuthStateSigner, type OAuthStateSigner } from "../messaging/signed-state.ts";
import { choices } from "../state/choices.ts";
import { reject } from "../state/control-error.ts";
import { type Loaded, type LoadTarget, loadState } from "../state/load.ts";
import { createIds, createRandom } from "../state/random.ts";
import { continueFrom, createState, type Position, positionOf } from "../state/snapshot.ts";
import type { State } from "../state/state.ts";
import { type Clock, systemClock } from "../test-tools/clock.ts";
import { closeLogs, createTools, type ServerEvent, type Tools } from "../test-tools/tools.ts";
import type { ApiKey, Organization } from "./organization-records.ts";
import { type InitialRecords, OrganizationStore, OrganizationStores } from "./organization-stores.ts";

export interface ServerOptions {
  /** State with the initial records. */
  readonly seed: unknown;
  /** The key that is valid initially; by default the first of the seed, or a new one. */
  readonly apiKey: string | undefined;
  readonly clock: Clock;
  readonly randomSeed: string;
  /** All operations, which faults and filters can name. */
  readonly operations: readonly Operation[];
  readonly report: (change: ServerEvent, organizationId?: string) => void;
}

/** The service in memory: its organizations, and the tools that cover them all. A reset and a restore replace the organizations. */
export class Server {
  /** The key that is valid initially. */
  readonly apiKey: ApiKey;
  readonly randomSeed: string;
  /** The operations that faults and filters can name. */
  readonly operations: readonly Operation[];
  readonly signer: OAuthStateSigner;
  tools: Tools;
  stores: OrganizationStores;
  /** Number of changes so far, other than requests that have ended. */
  version = 0;
  readonly #options: Omit<ServerOptions, "seed" | "apiKey">;
  // Where ids and clock begin, also after a reset.
  readonly #start: Position;
  #initial: readonly InitialRecords[];
  // Number of listeners that are closing.
  #stops = 0;
  // For deleted organizations: the position at which the ids of the next one with the same id begin.
  readonly #retiredIds = new Map<string, number>();
  #resets = 0;
  readonly #createdMs = systemClock.now();

  /** @throws {@link ControlError} `invalid_input` if the seed is invalid */
  constructor({ seed, apiKey, ...options }: ServerOptions) {
    const { randomSeed, operations } = options;
    this.#options = options;
    this.randomSeed = randomSeed;
    this.operations = operations;
    this.signer = createOAuthStateSigner(createRandom(randomSeed));
    this.tools = this.#createTools();
    const stores = this.#createOrganizationStores();
    this.apiKey = stores.transaction(() => {
      const create = (record: Organization) => this.create(record, stores);
      loadState(stores, seed, { create });
      return getOrCreateApiKey(stores, create, `${randomSeed}: first key`, apiKey);
    });
    this.#initial = Array.from(stores.byId.values(), ({ initial }) => initial);
    this.stores = stores;
    this.#start = fieldsOf(seed);
    continueFrom(this.tools, this.#start);
  }

  /** Differs after a reset, and after a restart of the process. */
  get run(): string {
    return `${this.#createdMs}.${this.#resets}`;
  }

  /** Id of the organization that owns the server's initial key, or that owned it when the server was created. */
  get defaultOrganizationId(): string {
    const { key, organizationId } = this.apiKey;
    return this.stores.byKey.get(key)?.id ?? organizationId;
  }

  reset(): void {
    const { stores: previous } = this;
    this.#close();
    this.#retiredIds.clear();
    this.tools = this.#createTools();
    continueFrom(this.tools, this.#start);
    const stores = this.#createOrganizationStores();
    for (const initial of this.#initial) this.create(initial.record, stores, initial);
    this.#replaceStores(previous, stores);
    this.#resets += 1;
  }

  discard(): void {
    this.#close();
    this.#initial = [];
    this.stores = this.#createOrganizationStores();
  }

  /** Whether requests can no longer come, so that nothing may wait for them. */
  get isStopping(): boolean {
    return this.#stops > 0;
  }

  /** Ends all pending waits for requests and deliveries, and lets none begin until the returned function is called. */
  stop(): () => void {
    this.#stops += 1;
    this.#close();
    return () => {
      this.#stops -= 1;
    };
  }

  seed(state: unknown, target?: LoadTarget): Loaded {
    const loaded = loadState(this.stores, state, { target, create: (record) => this.create(record) });
    const { idPosition = 0 }: Position = fieldsOf(state);
    if (!target) this.tools.ids.advanceTo(idPosition);
    return loaded;
  }

  restore(state: unknown): Loaded {
    const { stores: previous } = this;
    const stores = this.#createOrganizationStores();
    const create = (record: Organization) => {
      const known = previous.byId.get(record.id);
      return known
        ? stores.put(new OrganizationStore(record, stores, known, known.initial))
        : this.create(record, stores);
    };
    const loaded = loadState(stores, state, { create });
    for (const store of previous.byId.values()) if (!stores.byId.has(store.id)) this.#retire(store);
    for (const store of stores.byId.values()) continueFrom(store, store.record);
    this.#replaceStores(previous, stores);
    continueFrom(this.tools, fieldsOf(state));
    return loaded;
  }

  restoreOrganization(state: unknown, { organization, apiKeys }: LoadTarget): Loaded {
    // The clock and the ids go on if the state does not name their positions.
    const { clock: _clock, idPosition: _idPosition, ...record } = organization.record;
    const next = this.stores.put(new OrganizationStore(record, this.stores, organization, organization.initial));
    const ownKeys = [...organization.apiKeys.values()];
    if (apiKeys === "omit") for (const apiKey of ownKeys) next.put("apiKeys", apiKey);
    const loaded = loadState(this.stores, state, { target: { organization: next, apiKeys } });
    next.record = loaded.described ?? record;
    continueFrom(next, next.record);
    return loaded;
  }

  snapshot(organization?: OrganizationStore): State {
    if (organization) return createState([organization]);
    return { ...createState(this.stores.byId.values()), ...positionOf(this.tools) };
  }

  /** @param initial - the records to begin with; by default, the records that it has at the end of the transaction */
  create(record: Organization, stores = this.stores, initial?: InitialRecords): OrganizationStore {
    const store = stores.put(new OrganizationStore(record, stores, this.#createTools(record.id), initial));
    continueFrom(store, record);
    for (const entry of initial?.entries ?? []) store.putEntry(entry);
    return store;
  }

  resetOrganization(organization: OrganizationStore): void {
    const { id, initial } = organization;
    for (const { kind, record } of initial.entries) {
      const owner = kind === "apiKeys" ? (this.stores.byKey.get(record.key) ?? organization) : organization;
      if (owner !== organization) {
        reject(
          "conflict",
          `a first key of organization ${id} is now a key of organization ${owner.id}. Revoke it there first`,
        );
      }
    }
    closeLogs(organization);
    this.create(initial.record, this.stores, initial);
  }

  deleteOrganization(organization: OrganizationStore): void {
    this.stores.remove(organization.id);
    this.#retire(organization);
  }

  #retire(store: OrganizationStore): void {
    this.#retiredIds.set(store.id, store.ids.position + 1);
    closeLogs(store);
  }

  #replaceStores(previous: OrganizationStores, next: OrganizationStores): void {
    this.stores = next;
    const ids = [previous, next].flatMap(({ byId }) => Array.from(byId.values(), ({ id }) => id));
    for (const organizationId of new Set(ids)) this.#report("state", organizationId);
    this.#report("state");
  }

  #report(change: ServerEvent, organizationId?: string): void {
    if (typeof change === "string") this.version += 1;
    this.#options.report(change, organizationId);
  }

  #close(): void {
    closeLogs(this.tools);
    for (const store of this.stores.byId.values()) closeLogs(store);
  }

  #createOrganizationStores(): OrganizationStores {
    const stores: OrganizationStores = new OrganizationStores((organizationId) => {
      if (this.stores === stores) this.#report("state", organizationId);
    });
    return stores;
  }

  // Creates the tools of the server or of an organization. What they report counts as long as it has them.
  #createTools(organizationId?: string): Tools {
    const isCurrent = () =>
      (organizationId === undefined ? this.tools : this.stores.byId.get(organizationId))?.journal === tools.journal;
    const tools: Tools = createTools(
      organizationId === undefined ? this.#options : this.tools,
      organizationId === undefined ? this.randomSeed : this.#seedOf(organizationId),
      (change) => isCurrent() && this.#report(change, organizationId),
      (undo) => this.stores.note(undo, isCurrent() ? organizationId : undefined),
    );
    if (organizationId !== undefined) tools.ids.advanceTo(this.#retiredIds.get(organizationId) ?? 0);
    return tools;
  }

  #seedOf(organizationId: string): string {
    return `${this.randomSeed}: ${organizationId}`;
  }
}

function getOrCreateApiKey(
  { byId, byKey }: OrganizationStores,
  create: (record: Organization) => OrganizationStore,
  idSeed: string,
  given: string | undefined,
): ApiKey {
  const [first] = byKey.keys();
  const existing = byKey.get(given ?? first ?? "")?.apiKeys.get(given ?? first ?? "");
  if (existing) return existing;
  const ids = createIds(idSeed);
  const key = given ?? ids.next("key");
  const [present] = byId.values();
  const owner = present ?? create({ id: ids.next("organization"), name: "Default organization" });
  const apiKey: ApiKey = { key, organizationId: owner.id, role: choices.defaultRole };
  owner.put("apiKeys", apiKey);
  return apiKey;
}
