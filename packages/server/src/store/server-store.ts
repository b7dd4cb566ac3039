import { fieldsOf } from "@knowledge-base/internal/json";
import type { Operation } from "@knowledge-base/types";
import { reject } from "../basics/control-error.ts";
import { createRandom, type IdCounter, Ids } from "../basics/random.ts";
import { choices } from "../basics/specification-choices.ts";
import { copyPlain } from "../basics/values.ts";
import { OAuthStateSigner } from "../messaging/signed-state.ts";
import type { ApiKey, Organization } from "../organizations/organization-records.ts";
import { type ApiKeyLoading, loadOrganization, loadState } from "../state/load.ts";
import { createState } from "../state/snapshot.ts";
import type { ChildEntry, State } from "../state/state.ts";
import { type Clock, requireNumber } from "../test-tools/clock.ts";
import { type ClockAndIdPosition, EventFeed, ToolStore } from "../test-tools/tool-store.ts";
import { Changes, type OnChange, OnChangeQueue } from "./changes.ts";
import { OrganizationStore, Organizations } from "./organization-store.ts";
import { Transactions } from "./transactions.ts";

// Number of deleted organizations whose ids are counted.
const maxDeletions = 10_000;

export interface ServerOptions {
  /** State with the initial records. */
  readonly seed: unknown;
  /** The key that is valid initially; by default the first of the seed, or a new one. */
  readonly apiKey: string | undefined;
  readonly clock: Clock;
  readonly randomSeed: string;
  /** All operations, which faults and filters can name. */
  readonly operations: readonly Operation[];
  readonly onChange: OnChange | undefined;
}

// The initial state of an organization, to which a reset returns.
interface InitialState {
  readonly record: Organization;
  readonly entries: readonly ChildEntry[];
}

/**
 * The organizations of a server, and the test tools for all of them. A reset and a restore replace the organizations. Call the methods
 * that change something in a transaction: in a synchronous action, or in `changes.make`.
 */
export class ServerStore {
  /** The key that is valid initially. */
  readonly apiKey: ApiKey;
  readonly randomSeed: string;
  /** The operations that faults and filters can name. */
  readonly operations: readonly Operation[];
  readonly signer: OAuthStateSigner;
  readonly feed = new EventFeed();
  readonly organizations: Organizations;
  /** Clock, faults, journal, deliveries and ids of the whole server. */
  tools: ToolStore;
  readonly #transactions = new Transactions((organizationId) => this.feed.announce({ kind: "state" }, organizationId));
  readonly #onChangeQueue: OnChangeQueue | undefined;
  readonly #clock: Clock;
  // By the ids of the present organizations.
  #initialStates = new Map<string, InitialState>();
  // What a reset of the server restores: the organizations when it was created, and where its clock and ids began.
  readonly #firstStates: Map<string, InitialState>;
  readonly #firstPosition: ClockAndIdPosition;
  // By the ids of deleted organizations, the last deleted one last. An organization with the same id and the requests that are still
  // running for the deleted one share its counter, so that no id is given twice.
  readonly #idCounters = new Map<string, IdCounter>();
  // Number of listeners that are closing.
  #stops = 0;

  /** @throws {@link ControlError} `invalid_input` if the seed is invalid */
  constructor({ seed, apiKey, clock, randomSeed, operations, onChange }: ServerOptions) {
    this.#clock = requireNumber(clock);
    this.randomSeed = randomSeed;
    this.operations = operations;
    this.#onChangeQueue = onChange && new OnChangeQueue(onChange);
    this.signer = new OAuthStateSigner(createRandom(randomSeed));
    this.organizations = new Organizations(this.#transactions.noteUndo);
    this.tools = this.#createServerTools();
    // The initial records aren't handed to `onChange`.
    const { output } = this.#transactions.run(() => {
      this.restore(copyPlain(seed));
      return getOrCreateApiKey(this, apiKey);
    });
    this.apiKey = output;
    this.#firstStates = new Map(this.#initialStates);
    this.#firstPosition = this.tools.position();
  }

  /** Creates the object through which a request or a method makes its changes. */
  createChanges(): Changes {
    return new Changes(this.#transactions, this.#onChangeQueue);
  }

  /** Id of the organization that owns the server's initial key, or that owned it when the server was created. */
  get defaultOrganizationId(): string {
    const { key, organizationId } = this.apiKey;
    return this.organizations.byKey.get(key)?.id ?? organizationId;
  }

  /** Restores the initial records, and begins the test tools again. */
  reset(): void {
    const { tools } = this;
    const replaced = this.#listTools();
    this.tools = this.#createServerTools();
    this.#transactions.noteUndo(() => (this.tools = tools));
    this.tools.continueAt(this.#firstPosition);
    this.organizations.clear();
    for (const initial of this.#firstStates.values()) this.#recreate(initial);
    this.#transactions.afterCommit(() => {
      this.#initialStates = new Map(this.#firstStates);
      this.#idCounters.clear();
      for (const each of replaced) each.retire();
      this.feed.beginRun();
    });
  }

  discard(): void {
    for (const tools of this.#listTools()) tools.retire();
    this.#initialStates.clear();
    this.#firstStates.clear();
    this.#transactions.run(() => this.organizations.clear());
  }

  /** Whether requests can no longer come, so that nothing may wait for them. */
  get isStopping(): boolean {
    return this.#stops > 0;
  }

  /** Ends all pending waits for requests and deliveries, and lets none begin until the returned function is called. */
  stop(): () => void {
    this.#stops += 1;
    for (const tools of this.#listTools()) tools.endWaits();
    return () => {
      this.#stops -= 1;
    };
  }

  /** Adds the records of a state, and returns its API keys. */
  seed(state: unknown): readonly ApiKey[] {
    const apiKeys = loadState(this.organizations, state, (record) => this.createOrganization(record));
    const { idPosition = 0 }: ClockAndIdPosition = fieldsOf(state);
    this.tools.ids.continueAt(idPosition);
    return apiKeys;
  }

  /** Replaces all records by the records of a state, and returns its API keys. */
  restore(state: unknown): readonly ApiKey[] {
    const previous = new Map(this.organizations.byId);
    this.organizations.clear();
    const apiKeys = loadState(this.organizations, state, (record) => {
      const known = previous.get(record.id);
      if (known) this.#put(record, known.tools);
      else this.createOrganization(record);
    });
    for (const organization of previous.values())
      if (!this.organizations.byId.has(organization.id)) this.#finishDeletion(organization);
    this.tools.continueAt(fieldsOf(state));
    return apiKeys;
  }

  /** Replaces the records of an organization, and returns the API keys of the state. */
  restoreOrganization(organization: OrganizationStore, state: unknown, apiKeys?: ApiKeyLoading): readonly ApiKey[] {
    const next = this.#put(organization.record, organization.tools);
    if (apiKeys === "omit")
      for (const apiKey of organization.collection("apiKeys").values()) next.put("apiKeys", apiKey);
    const loaded = loadOrganization(this.organizations, next, state, apiKeys);
    if (loaded.organizationRecord) next.replaceRecord(loaded.organizationRecord);
    return loaded.apiKeys;
  }

  snapshot(organization?: OrganizationStore): State {
    if (organization) return createState([organization]);
    return { ...createState(this.organizations.byId.values()), ...this.tools.position() };
  }

  /** Creates an organization. A reset returns to the records that it has at the end of the transaction. */
  createOrganization(record: Organization): OrganizationStore {
    const tools = this.#createOrganizationTools(record.id, this.#idCounters.get(record.id));
    const organization = this.#put(record, tools);
    this.#transactions.afterCommit(() => {
      this.#initialStates.set(record.id, { record: organization.describe(), entries: [...organization.entries()] });
    });
    return organization;
  }

  #recreate(initial: InitialState): void {
    const organization = this.#put(initial.record, this.#createOrganizationTools(initial.record.id));
    for (const { kind, record } of initial.entries) organization.put(kind, record);
  }

  // Adds an organization without records, or replaces the one with its id.
  #put(record: Organization, tools: ToolStore): OrganizationStore {
    const organization = new OrganizationStore(record, this.organizations, tools);
    this.organizations.put(organization);
    tools.continueAt(record);
    return organization;
  }

  /** Restores the initial records of an organization, and begins its test tools again. */
  resetOrganization(organization: OrganizationStore): void {
    const { id, tools } = organization;
    const initial = this.#initialStates.get(id) as InitialState;
    for (const { kind, record } of initial.entries) {
      const present = kind === "apiKeys" && this.organizations.byKey.get(record.key);
      if (present && present !== organization) {
        reject(
          "conflict",
          `a first key of organization ${id} is now a key of organization ${present.id}. Revoke it there first`,
        );
      }
    }
    this.#recreate(initial);
    this.#transactions.afterCommit(() => tools.retire());
  }

  deleteOrganization(organization: OrganizationStore): void {
    this.organizations.remove(organization.id);
    this.#finishDeletion(organization);
  }

  #finishDeletion({ id, tools }: OrganizationStore): void {
    this.#transactions.afterCommit(() => {
      tools.retire();
      this.#initialStates.delete(id);
      this.#idCounters.delete(id);
      this.#idCounters.set(id, tools.ids.counter);
      const [longestDeleted = ""] = this.#idCounters.keys();
      if (this.#idCounters.size > maxDeletions) this.#idCounters.delete(longestDeleted);
    });
  }

  #listTools(): readonly ToolStore[] {
    return [this, ...this.organizations.byId.values()].map(({ tools }) => tools);
  }

  #createServerTools(): ToolStore {
    return new ToolStore({
      clock: this.#clock,
      randomSeed: this.randomSeed,
      noteUndo: this.#transactions.noteUndo,
      announce: (event) => this.feed.announce(event),
    });
  }

  #createOrganizationTools(organizationId: string, idCounter?: IdCounter): ToolStore {
    return new ToolStore({
      clock: this.tools.clock,
      serverDeliveries: this.tools.deliveries,
      randomSeed: `${this.randomSeed}: ${organizationId}`,
      organizationId,
      idCounter,
      noteUndo: this.#transactions.noteUndo,
      announce: (event) => this.feed.announce(event, organizationId),
    });
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
  const organization =
    present ?? store.createOrganization({ id: ids.next("organization"), name: "Default organization" });
  const apiKey: ApiKey = { key, organizationId: organization.id, role: choices.defaultRole };
  organization.put("apiKeys", apiKey);
  return apiKey;
}
