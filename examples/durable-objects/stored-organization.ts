import type { ChangeStep, Progress, State, StateChange } from "@knowledge-base/server";
import type { DurableObjectStorage, SqlValue } from "./workers-types.ts";

/** SQLite in a Durable Object stores no larger row. */
const largestRecordBytes = 2_000_000;

/** The records of one organization, and the progress of its server, as rows of SQLite. */
export class StoredOrganization {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** Whether there is an organization. Reading this stores nothing, so an unknown name leaves no database behind. */
  get exists(): boolean {
    const [table] = this.#select("SELECT name FROM sqlite_master WHERE name = 'seed'");
    return table !== undefined && this.#select("SELECT id FROM records WHERE kind = 'organizations'").length > 0;
  }

  /** Stores a change, all of it or nothing. The first one creates the organization. */
  apply({ steps, progress = [] }: StateChange, randomSeed: string): void {
    this.#storage.transactionSync(() => {
      const isFirst = !this.exists;
      if (isFirst) this.#createTables(randomSeed);
      for (const step of steps) this.#applyStep(step);
      for (const item of progress) this.#applyProgress(item);
      if (isFirst) this.#run("CREATE TABLE seed AS SELECT * FROM records");
    });
  }

  /** Returns the present records, or those with which the organization began. */
  readState(table: "records" | "seed"): State {
    const state: Record<string, unknown[]> = {};
    // The numbers are the order of insertion, in which the server lists records.
    for (const { kind, record } of this.#select(`SELECT kind, record FROM ${table} ORDER BY number`)) {
      state[String(kind)] ??= [];
      state[String(kind)]?.push(JSON.parse(String(record)));
    }
    return { version: 1, ...state } as State;
  }

  readProgress(): Progress[] {
    return this.#select("SELECT value FROM progress ORDER BY rowid").map(({ value }) => JSON.parse(String(value)));
  }

  /** Returns the random seed of the server, a secret. */
  readRandomSeed(): string {
    const [row] = this.#select("SELECT randomSeed FROM settings");
    return String(row?.["randomSeed"]);
  }

  #createTables(randomSeed: string): void {
    // They exist if an organization was deleted and the object was stopped before it had removed them.
    for (const table of ["records", "seed", "progress", "settings"]) this.#run(`DROP TABLE IF EXISTS ${table}`);
    this.#run(
      "CREATE TABLE records (number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT, id TEXT, record TEXT, UNIQUE (kind, id))",
    );
    this.#run("CREATE TABLE progress (item TEXT, nonce TEXT, value TEXT, PRIMARY KEY (item, nonce))");
    this.#run("CREATE TABLE settings (randomSeed TEXT)");
    this.#run("INSERT INTO settings VALUES (?)", randomSeed);
  }

  #applyStep(step: ChangeStep): void {
    if (step.action === "put") {
      const record = JSON.stringify(step.record);
      if (new TextEncoder().encode(record).length > largestRecordBytes)
        throw new RangeError(`a record exceeds ${largestRecordBytes} bytes`);
      this.#run(
        "INSERT INTO records (kind, id, record) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET record = excluded.record",
        step.array,
        idOf(step.record),
        record,
      );
    } else if (step.action === "clear") this.#run("DELETE FROM records WHERE kind <> 'organizations'");
    else if (step.array === "organizations") this.#run("DELETE FROM records");
    else this.#run("DELETE FROM records WHERE kind = ? AND id = ?", step.array, idOf(step.record));
  }

  #applyProgress(progress: Progress): void {
    // The clock and the ids of the whole server have no control here.
    if (progress.organizationId === null) return;
    if (progress.item === "reset") this.#run("DELETE FROM progress");
    const nonce = progress.item === "authorization" ? progress.nonce : "";
    this.#run("INSERT OR REPLACE INTO progress VALUES (?, ?, ?)", progress.item, nonce, JSON.stringify(progress));
    // An authorization that has expired is kept for a day, in case a test moves the clock back.
    const oldest = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString();
    this.#run("DELETE FROM progress WHERE value ->> '$.expiresAt' < ?", oldest);
  }

  #run(query: string, ...values: SqlValue[]): void {
    this.#storage.sql.exec(query, ...values);
  }

  #select(query: string): Record<string, SqlValue>[] {
    return Array.from(this.#storage.sql.exec(query));
  }
}

/** Returns what identifies a record within its organization and its kind. */
function idOf(record: object): string {
  const { id, key, brainId, slug, installationId } = record as Readonly<Record<string, unknown>>;
  if (slug !== undefined) return JSON.stringify([brainId, slug]);
  return key === undefined ? JSON.stringify([id, brainId ?? installationId]) : String(key);
}
