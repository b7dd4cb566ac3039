import { fieldsOf } from "@knowledge-base/internal";
import type { Operation } from "@knowledge-base/types";
import { createStateSigner, type StateSigner } from "../messaging/signed-state.ts";
import { choices } from "../state/choices.ts";
import { reject } from "../state/control-error.ts";
import { type Loaded, type LoadTarget, loadState } from "../state/load.ts";
import { createIds, createRandom } from "../state/random.ts";
import { continueFrom, createState, type Position, positionOf } from "../state/snapshot.ts";
import type { State } from "../state/state.ts";
import { type Clock, systemClock } from "../test-tools/clock.ts";
import { type Change, closeLogs, createTools, type Tools } from "../test-tools/tools.ts";
import type { ApiKey, Organization } from "./organization-records.ts";
import { type InitialRecords, Tenant, Tenants } from "./tenants.ts";

export interface ServerOptions {
  /** State with the initial records. */
  readonly seed: unknown;
  /** The key that is valid initially; by default the first of the seed, or a new one. */
  readonly apiKey: string | undefined;
  readonly clock: Clock;
  readonly randomSeed: string;
  /** All operations, which faults and filters can name. */
  readonly operations: readonly Operation[];
  readonly report: (change: Change, organizationId?: string) => void;
}

/** The service in memory: its organizations, and the tools that cover them all. A reset and a restore replace the organizations. */
export class Server {
  /** The key that is valid initially. */
  readonly apiKey: ApiKey;
  readonly randomSeed: string;
  /** The operations that faults and filters can name. */
  readonly operations: readonly Operation[];
  readonly signer: StateSigner;
  tools: Tools;
  tenants: Tenants;
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
    this.signer = createStateSigner(createRandom(randomSeed));
    this.tools = this.#createTools();
    const tenants = this.#createTenants();
    this.apiKey = tenants.transaction(() => {
      const create = (record: Organization) => this.create(record, tenants);
      loadState(tenants, seed, { create });
      return getOrCreateApiKey(tenants, create, `${randomSeed}: first key`, apiKey);
    });
    this.#initial = Array.from(tenants.byId.values(), ({ initial }) => initial);
    this.tenants = tenants;
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
    return this.tenants.byKey.get(key)?.id ?? organizationId;
  }

  reset(): void {
    const { tenants: previous } = this;
    this.#close();
    this.#retiredIds.clear();
    this.tools = this.#createTools();
    continueFrom(this.tools, this.#start);
    const tenants = this.#createTenants();
    for (const initial of this.#initial) this.create(initial.record, tenants, initial);
    this.#replaceTenants(previous, tenants);
    this.#resets += 1;
  }

  discard(): void {
    this.#close();
    this.#initial = [];
    this.tenants = this.#createTenants();
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
    const loaded = loadState(this.tenants, state, { target, create: (record) => this.create(record) });
    const { idPosition = 0 }: Position = fieldsOf(state);
    if (!target) this.tools.ids.advanceTo(idPosition);
    return loaded;
  }

  restore(state: unknown): Loaded {
    const { tenants: previous } = this;
    const tenants = this.#createTenants();
    const create = (record: Organization) => {
      const known = previous.byId.get(record.id);
      return known ? tenants.put(new Tenant(record, tenants, known, known.initial)) : this.create(record, tenants);
    };
    const loaded = loadState(tenants, state, { create });
    for (const tenant of previous.byId.values()) if (!tenants.byId.has(tenant.id)) this.#retire(tenant);
    for (const tenant of tenants.byId.values()) continueFrom(tenant, tenant.record);
    this.#replaceTenants(previous, tenants);
    continueFrom(this.tools, fieldsOf(state));
    return loaded;
  }

  restoreOrganization(state: unknown, { organization, apiKeys }: LoadTarget): Loaded {
    // The clock and the ids go on if the state does not name their positions.
    const { clock: _clock, idPosition: _idPosition, ...record } = organization.record;
    const next = this.tenants.put(new Tenant(record, this.tenants, organization, organization.initial));
    const ownKeys = [...organization.apiKeys.values()];
    if (apiKeys === "omit") for (const apiKey of ownKeys) next.put("apiKeys", apiKey);
    const loaded = loadState(this.tenants, state, { target: { organization: next, apiKeys } });
    next.record = loaded.described ?? record;
    continueFrom(next, next.record);
    return loaded;
  }

  snapshot(organization?: Tenant): State {
    if (organization) return createState([organization]);
    return { ...createState(this.tenants.byId.values()), ...positionOf(this.tools) };
  }

  /** @param initial - the records to begin with; by default, the records that it has at the end of the transaction */
  create(record: Organization, tenants = this.tenants, initial?: InitialRecords): Tenant {
    const tenant = tenants.put(new Tenant(record, tenants, this.#createTools(record.id), initial));
    continueFrom(tenant, record);
    for (const entry of initial?.entries ?? []) tenant.putEntry(entry);
    return tenant;
  }

  resetOrganization(organization: Tenant): void {
    const { id, initial } = organization;
    for (const { kind, record } of initial.entries) {
      const owner = kind === "apiKeys" ? (this.tenants.byKey.get(record.key) ?? organization) : organization;
      if (owner !== organization) {
        reject(
          "conflict",
          `a first key of organization ${id} is now a key of organization ${owner.id}. Revoke it there first`,
        );
      }
    }
    closeLogs(organization);
    this.create(initial.record, this.tenants, initial);
  }

  deleteOrganization(organization: Tenant): void {
    this.tenants.remove(organization.id);
    this.#retire(organization);
  }

  #retire(tenant: Tenant): void {
    this.#retiredIds.set(tenant.id, tenant.ids.position + 1);
    closeLogs(tenant);
  }

  #replaceTenants(previous: Tenants, next: Tenants): void {
    this.tenants = next;
    const ids = [previous, next].flatMap(({ byId }) => Array.from(byId.values(), ({ id }) => id));
    for (const organizationId of new Set(ids)) this.#report("state", organizationId);
    this.#report("state");
  }

  #report(change: Change, organizationId?: string): void {
    if (typeof change === "string") this.version += 1;
    this.#options.report(change, organizationId);
  }

  #close(): void {
    closeLogs(this.tools);
    for (const tenant of this.tenants.byId.values()) closeLogs(tenant);
  }

  #createTenants(): Tenants {
    const tenants: Tenants = new Tenants((organizationId) => {
      if (this.tenants === tenants) this.#report("state", organizationId);
    });
    return tenants;
  }

  // Creates the tools of the server or of an organization. What they report counts as long as it has them.
  #createTools(organizationId?: string): Tools {
    const isCurrent = () =>
      (organizationId === undefined ? this.tools : this.tenants.byId.get(organizationId))?.journal === tools.journal;
    const tools: Tools = createTools(
      organizationId === undefined ? this.#options : this.tools,
      organizationId === undefined ? this.randomSeed : this.#seedOf(organizationId),
      (change) => isCurrent() && this.#report(change, organizationId),
      (undo) => this.tenants.note(undo, isCurrent() ? organizationId : undefined),
    );
    if (organizationId !== undefined) tools.ids.advanceTo(this.#retiredIds.get(organizationId) ?? 0);
    return tools;
  }

  #seedOf(organizationId: string): string {
    return `${this.randomSeed}: ${organizationId}`;
  }
}

function getOrCreateApiKey(
  { byId, byKey }: Tenants,
  create: (record: Organization) => Tenant,
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
