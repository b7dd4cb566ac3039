import type { DurableObjectStorage, SqlValue } from "./workers-types.ts";

// SQLite in a Durable Object stores no larger value than 2 MB.
const partBytes = 1_000_000;

/** The snapshots from which an object starts again, as JSON in parts in a SQLite table. */
export class StoredOrganization {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** Whether there is an organization. Reading this stores nothing, so an unknown name leaves no database behind. */
  get exists(): boolean {
    return this.#select("SELECT name FROM sqlite_master WHERE name = 'parts'").length > 0;
  }

  /** Replaces values by name, all of them or none. */
  write(values: Readonly<Record<string, unknown>>): void {
    this.#storage.transactionSync(() => {
      this.#select(
        "CREATE TABLE IF NOT EXISTS parts (name TEXT, number INTEGER, bytes BLOB, PRIMARY KEY (name, number))",
      );
      for (const [name, value] of Object.entries(values)) {
        this.#select("DELETE FROM parts WHERE name = ?", name);
        const bytes = new TextEncoder().encode(JSON.stringify(value));
        for (let start = 0; start < bytes.length; start += partBytes) {
          const part = bytes.slice(start, start + partBytes);
          this.#select("INSERT INTO parts VALUES (?, ?, ?)", name, start / partBytes, part.buffer);
        }
      }
    });
  }

  /** Returns a value that was written. */
  read<Value>(name: string): Value {
    const decoder = new TextDecoder();
    const parts = this.#select("SELECT bytes FROM parts WHERE name = ? ORDER BY number", name);
    const texts = parts.map(({ bytes }) => decoder.decode(bytes as ArrayBuffer, { stream: true }));
    return JSON.parse(texts.join(""));
  }

  delete(): void {
    this.#select("DROP TABLE IF EXISTS parts");
  }

  #select(query: string, ...values: SqlValue[]): Record<string, SqlValue>[] {
    return Array.from(this.#storage.sql.exec(query, ...values));
  }
}
