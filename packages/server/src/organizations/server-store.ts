import { fieldsOf } from "@knowledge-base/internal";
import type { Operation } from "@knowledge-base/types";
import { reject } from "../basics/control-error.ts";
import { createRandom, Ids } from "../basics/random.ts";
import { choices } from "../basics/specification-choices.ts";
import { copyPlain } from "../basics/values.ts";
import { OAuthStateSigner } from "../messaging/signed-state.ts";
import type { LoadTarget } from "../state/load.ts";
import { loadOrganization, loadState } from "../state/load.ts";
import { createState } from "../state/snapshot.ts";
import type { State } from "../state/state.ts";
import { type Clock, requireNumber } from "../test-tools/clock.ts";
import { type ClockAndIdPosition, ToolStore } from "../test-tools/tool-store.ts";
import { ChangeFeed } from "./change-feed.ts";
import type { ApiKey, Organization } from "./organization-records.ts";
import { type InitialState, OrganizationStore, Organizations } from "./organization-store.ts";
import { Transactions } from "./transactions.ts";

// An organization that is created with the id of a deleted one begins this many ids later. So a late request to the deleted one can't
// generate an id that the new one generates, too.
const idsPerOrganization = 1_000_000;

// Number of deleted organizations whose next id is remembered.
const maxIdStarts = 10_000;

export interface ServerOptions {
  /** State with the initial records. */
  readonly seed: unknown;
  /** The key that is valid initially; by default the first of the seed, or a new one. */
  readonly apiKey: string | undefined;
  readonly clock: Clock;
  readonly randomSeed: string;
  /** All operations, which faults and filters can name. */
  readonly operations: readonly Operation[];
}

/** The organizations of a server, and the test tools for all of them. A reset and a restore replace the organizations. */
export class ServerStore {
  /** The key that is valid initially. */
  readonly apiKey: ApiKey;
  readonly randomSeed: string;
  /** The operations that faults and filters can name. */
  readonly operations: readonly Operation[];
  readonly signer: OAuthStateSigner;
  readonly feed = new ChangeFeed();
  readonly transactions = new Transactions((organizationId) => this.feed.announce({ kind: "state" }, organizationId));
  readonly organizations = new Organizations(this.transactions);
  tools: ToolStore;
  readonly #clock: Clock;
  // Where ids and clock begin, also after a reset.
  readonly #start: ClockAndIdPosition;
  #initial: readonly InitialState[];
  // Where the ids begin if an organization is created with the id of a deleted one.
  readonly #idStarts = new Map<string, number>();
  // Number of listeners that are closing.
  #stops = 0;

  /** @throws {@link ControlError} `invalid_input` if the seed is invalid */
  constructor({ seed, apiKey, clock, randomSeed, operations }: ServerOptions) {
    this.#clock = requireNumber(clock);
    this.randomSeed = randomSeed;
    this.operations = operations;
    this.signer = new OAuthStateSigner(createRandom(randomSeed));
    // A reset needs the seed as it was.
    const state = copyPlain(seed);
    const { clock: clockPosition, idPosition }: ClockAndIdPosition = fieldsOf(state);
    this.#start = { clock: clockPosition, idPosition };
    this.tools = this.#createServerTools();
    this.apiKey = this.transactions.run(() => {
      loadState(this.organizations, state, (record) => this.create(record));
      const initialKey = getOrCreateApiKey(this, apiKey);
      this.tools.restorePosition(this.#start);
      return initialKey;
    });
    this.#initial = Array.from(this.organizations.byId.values(), ({ initial }) => initial);
  }

  /** Id of the organization that owns the server's initial key, or that owned it when the server was created. */
  get defaultOrganizationId(): string {
    const { key, organizationId } = this.apiKey;
    return this.organizations.byKey.get(key)?.id ?? organizationId;
  }

  /** Restores the initial records, and begins the test tools again. The caller opens the transaction. */
  reset(): void {
    this.#endWaits();
    this.#idStarts.clear();
    this.tools = this.#createServerTools();
    this.tools.restorePosition(this.#start);
    this.organizations.clear();
    for (const initial of this.#initial) this.create(initial.record, initial);
    this.feed.beginRun();
  }

  discard(): void {
    this.#endWaits();
    this.#initial = [];
    this.transactions.run(() => this.organizations.clear());
  }

  /** Whether requests can no longer come, so that nothing may wait for them. */
  get isStopping(): boolean {
    return this.#stops > 0;
  }

  /** Ends all pending waits for requests and deliveries, and lets none begin until the returned function is called. */
  stop(): () => void {
    this.#stops += 1;
    this.#endWaits();
    return () => {
      this.#stops -= 1;
    };
  }

  /** Adds the records of a state, and returns its API keys. The caller opens the transaction. */
  seed(state: unknown): readonly ApiKey[] {
    const apiKeys = loadState(this.organizations, state, (record) => this.create(record));
    const { idPosition = 0 }: ClockAndIdPosition = fieldsOf(state);
    this.tools.ids.restorePosition(idPosition);
    return apiKeys;
  }

  /** Replaces all records by the records of a state, and returns its API keys. The caller opens the transaction. */
  restore(state: unknown): readonly ApiKey[] {
    const previous = new Map(this.organizations.byId);
    this.organizations.clear();
    const apiKeys = loadState(this.organizations, state, (record) => {
      const known = previous.get(record.id);
      if (known) this.#put(record, known.tools, known.initial);
      else this.create(record);
    });
    for (const organization of previous.values()) {
      if (!this.organizations.byId.has(organization.id)) this.#retire(organization);
    }
    this.tools.restorePosition(fieldsOf(state));
    this.feed.announce({ kind: "state" });
    return apiKeys;
  }

  /** Replaces the records of an organization, and returns the API keys of the state. The caller opens the transaction. */
  restoreOrganization(state: unknown, { organization, apiKeys }: LoadTarget): readonly ApiKey[] {
    const { record, tools, initial } = organization;
    const next = this.#put(record, tools, initial);
    if (apiKeys === "omit")
      for (const apiKey of organization.collection("apiKeys").values()) next.put("apiKeys", apiKey);
    const loaded = loadOrganization(this.organizations, state, { organization: next, apiKeys });
    if (loaded.organizationRecord) next.load(loaded.organizationRecord);
    return loaded.apiKeys;
  }

  snapshot(organization?: OrganizationStore): State {
    if (organization) return createState([organization]);
    return { ...createState(this.organizations.byId.values()), ...this.tools.position() };
  }

  /**
   * @param initial - the records to begin with; by default, the records that it has at the end of the transaction
   * @param idStart - the position at which its ids begin; by default, after those of the deleted organizations with its id
   */
  create(
    record: Organization,
    initial?: InitialState,
    idStart = this.#idStarts.get(record.id) ?? 0,
  ): OrganizationStore {
    const tools = this.#createOrganizationTools(record.id, idStart);
    const organization = this.#put(record, tools, initial);
    for (const { kind, record: child } of initial?.entries ?? []) organization.put(kind, child);
    return organization;
  }

  #put(record: Organization, tools: ToolStore, initial?: InitialState): OrganizationStore {
    return this.organizations.put(new OrganizationStore(record, this.organizations, tools, initial));
  }

  resetOrganization(organization: OrganizationStore): void {
    const { id, initial } = organization;
    for (const { kind, record } of initial.entries) {
      const present = kind === "apiKeys" && this.organizations.byKey.get(record.key);
      if (present && present !== organization) {
        reject(
          "conflict",
          `a first key of organization ${id} is now a key of organization ${present.id}. Revoke it there first`,
        );
      }
    }
    organization.tools.endWaits();
    this.create(initial.record, initial, organization.tools.ids.start);
  }

  deleteOrganization(organization: OrganizationStore): void {
    this.organizations.remove(organization.id);
    this.#retire(organization);
  }

  #retire({ id, tools }: OrganizationStore): void {
    // Nothing here is undone: it comes last, when the transaction can no longer fail.
    const { position } = tools.ids;
    // Its place is at the end: the first one is the oldest.
    this.#idStarts.delete(id);
    this.#idStarts.set(id, position - (position % idsPerOrganization) + idsPerOrganization);
    const [oldest = ""] = this.#idStarts.keys();
    if (this.#idStarts.size > maxIdStarts) this.#idStarts.delete(oldest);
    tools.endWaits();
  }

  #endWaits(): void {
    for (const { tools } of [this, ...this.organizations.byId.values()]) tools.endWaits();
  }

  #createServerTools(): ToolStore {
    const tools: ToolStore = new ToolStore({
      clock: this.#clock,
      randomSeed: this.randomSeed,
      ids: new Ids(this.randomSeed, (undo) => this.transactions.recordChange(undo)),
      isCurrent: () => this.tools === tools,
      onChange: (change) => this.feed.announce(change),
    });
    return tools;
  }

  #createOrganizationTools(organizationId: string, idStart: number): ToolStore {
    const { organizations, transactions } = this;
    const randomSeed = `${this.randomSeed}: ${organizationId}`;
    const isCurrent = () => organizations.byId.get(organizationId)?.tools === tools;
    const onNewId = (undo: () => void) => {
      transactions.recordChange(undo, isCurrent() ? organizationId : undefined);
    };
    const tools: ToolStore = new ToolStore({
      clock: this.tools.clock,
      serverDeliveries: this.tools.deliveries,
      randomSeed,
      ids: new Ids(randomSeed, onNewId, idStart),
      isCurrent,
      onChange: (change) => this.feed.announce(change, organizationId),
    });
    return tools;
  }
}

function getOrCreateApiKey(store: ServerStore, given: string | undefined): ApiKey {
  const { byId, byKey } = store.organizations;
  const [first] = byKey.keys();
  const known = given ?? first ?? "";
  const existing = byKey.get(known)?.collection("apiKeys").get(known);
  if (existing) return existing;
  const ids = new Ids(`${store.randomSeed}: first key`);
  const key = given ?? ids.next("key");
  const [present] = byId.values();
  const organization = present ?? store.create({ id: ids.next("organization"), name: "Default organization" });
  const apiKey: ApiKey = { key, organizationId: organization.id, role: choices.defaultRole };
  organization.put("apiKeys", apiKey);
  return apiKey;
}
