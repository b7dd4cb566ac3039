import type { ChangeStep, Progress, PutRecord, State, StateChange } from "@knowledge-base/server";
import type { DurableObjectStorage } from "./workers-types.ts";

/** Version of the tables. Code that changes them must convert the tables of earlier versions. */
const tableVersion = "1";

const tables = ["records", "initial_records", "progress", "settings"];

/** SQLite in a Durable Object stores no larger row. */
const largestRecordBytes = 2_000_000;

/** An authorization that has expired is kept for a day, in case a test moves the clock back. */
const keptAfterExpiryMs = 24 * 60 * 60 * 1000;

/** The records of one organization, and what its server remembers besides, as rows of SQLite. */
export class StoredOrganization {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** Whether there is an organization. Reading this stores nothing. */
  get exists(): boolean {
    const [table] = this.#select("SELECT name FROM sqlite_master WHERE name = 'records'");
    return table !== undefined && this.#select("SELECT id FROM records WHERE kind = 'organizations'").length > 0;
  }

  /** Random seed of the server, a secret. */
  get randomSeed(): string {
    return this.#readSetting("randomSeed");
  }

  /**
   * Stores a new organization.
   *
   * @param state - the records with which it begins, and to which a reset takes it back
   */
  create(state: Required<State>, randomSeed: string): void {
    this.#storage.transactionSync(() => {
      // They exist if an organization was deleted and the object was stopped before it had removed them.
      for (const table of tables) this.#run(`DROP TABLE IF EXISTS ${table}`);
      for (const table of ["records", "initial_records"]) {
        // The numbers are the order of insertion, in which the server lists records.
        this.#run(
          `CREATE TABLE ${table} (number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT, id TEXT, record TEXT, UNIQUE (kind, id))`,
        );
        for (const [kind, records] of Object.entries(state)) {
          for (const record of Array.isArray(records) ? records : []) this.#put(table, kind, record);
        }
      }
      this.#run("CREATE TABLE progress (item TEXT, nonce TEXT, expires TEXT, value TEXT, PRIMARY KEY (item, nonce))");
      this.#run("CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT)");
      this.#run("INSERT INTO settings VALUES ('tableVersion', ?), ('randomSeed', ?)", tableVersion, randomSeed);
    });
  }

  /** Stores a change, all of it or nothing. */
  apply({ steps, progress = [] }: StateChange): void {
    this.#storage.transactionSync(() => {
      for (const step of steps) this.#applyStep(step);
      for (const item of progress) this.#applyProgress(item);
    });
  }

  /** Returns the present records, or those with which the organization began. */
  readState(table: "records" | "initial_records"): State {
    const version = this.#readSetting("tableVersion");
    if (version !== tableVersion) throw new Error(`Failed to read the tables: they have the version ${version}.`);
    const state: Record<string, unknown[]> = {};
    for (const row of this.#select<{ kind: string; record: string }>(
      `SELECT kind, record FROM ${table} ORDER BY number`,
    )) {
      state[row.kind] ??= [];
      state[row.kind]?.push(JSON.parse(row.record));
    }
    return { version: 1, ...state } as State;
  }

  readProgress(): Progress[] {
    return this.#select<{ value: string }>("SELECT value FROM progress").map(({ value }) => JSON.parse(value));
  }

  #applyStep(step: ChangeStep): void {
    if (step.action === "put") this.#put("records", step.array, step.record);
    else if (step.action === "clear") this.#run("DELETE FROM records WHERE kind <> 'organizations'");
    else if (step.array === "organizations") this.#run("DELETE FROM records");
    else this.#run("DELETE FROM records WHERE kind = ? AND id = ?", step.array, idOf(step.array, step.record));
  }

  #applyProgress(progress: Progress): void {
    // The clock of the server itself has no control here.
    if (progress.organizationId === null) return;
    if (progress.item === "reset") {
      this.#run("DELETE FROM progress");
      return;
    }
    const value = JSON.stringify(progress);
    const store = "INSERT OR REPLACE INTO progress VALUES (?, ?, ?, ?)";
    if (progress.item !== "authorization") {
      this.#run(store, progress.item, "", null, value);
      return;
    }
    const { item, nonce, expiresAt } = progress;
    this.#run(store, item, nonce, expiresAt, value);
    const oldest = new Date(Date.parse(expiresAt) - keptAfterExpiryMs);
    this.#run("DELETE FROM progress WHERE expires < ?", oldest.toISOString());
  }

  #put(table: string, kind: string, record: PutRecord["record"]): void {
    this.#run(
      `INSERT INTO ${table} (kind, id, record) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET record = excluded.record`,
      kind,
      idOf(kind, record),
      serialize(record),
    );
  }

  #readSetting(name: string): string {
    const [row] = this.#select<{ value: string }>("SELECT value FROM settings WHERE name = ?", name);
    if (!row) throw new Error(`Failed to read the tables: the setting ${name} is missing.`);
    return row.value;
  }

  #run(query: string, ...values: (string | null)[]): void {
    this.#storage.sql.exec(query, ...values);
  }

  #select<Row extends Record<string, string>>(query: string, ...values: string[]): Row[] {
    return Array.from(this.#storage.sql.exec<Row>(query, ...values));
  }
}

/** @throws RangeError if the record is too large */
function serialize(record: object): string {
  const text = JSON.stringify(record);
  if (new TextEncoder().encode(text).length <= largestRecordBytes) return text;
  throw new RangeError(`a record exceeds ${largestRecordBytes} bytes`);
}

/** Returns the id of a record within its organization and its kind. */
function idOf(kind: string, record: object): string {
  const { id, key, brainId, slug, installationId } = record as Readonly<Record<string, unknown>>;
  switch (kind) {
    case "apiKeys":
      return JSON.stringify([key]);
    case "pages":
      return JSON.stringify([brainId, slug]);
    case "bindings":
      return JSON.stringify([brainId, id]);
    case "channels":
      return JSON.stringify([installationId, id]);
    default:
      return JSON.stringify([id]);
  }
}
