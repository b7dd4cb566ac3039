import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite";

type Parameters = Readonly<Record<string, unknown>>;
type Row = Record<string, SQLOutputValue>;

/** An in-memory SQL database whose rows have booleans, dates and lists, according to the declared types of columns. */
export class Database implements Disposable {
  readonly #connection = new DatabaseSync(":memory:");
  readonly #statements = new Map<string, StatementSync>();

  readonly #columns = new Map<string, Map<string, string>>();
  #lastNumber = 0;

  constructor(schema: string) {
    this.#connection.exec(schema);
  }

  [Symbol.dispose](): void {
    this.#connection.close();
  }

  /** Returns the rows of a query. The caller states their type. */
  all<T>(sql: string, parameters: Parameters = {}): T[] {
    const statement = this.#prepare(sql);
    const rows = statement.all(encode(parameters));
    const types = new Map(rows.length === 0 ? [] : statement.columns().map(({ name, type }) => [name, type]));
    return rows.map((row) => decode(row, types) as T);
  }

  first<T>(sql: string, parameters: Parameters = {}): T | undefined {
    return this.all<T>(sql, parameters)[0];
  }

  /** Runs statements one after another and returns how many rows the first of them changed. */
  run(statements: readonly string[], parameters: Parameters = {}): number {
    const changes = statements.map((sql) => Number(this.#prepare(sql).run(encode(parameters)).changes));
    return changes[0] ?? 0;
  }

  /** Runs all or nothing. */
  transaction<T>(run: () => T): T {
    this.#connection.exec("BEGIN");
    try {
      const result = run();
      this.#connection.exec("COMMIT");
      return result;
    } catch (error) {
      this.#connection.exec("ROLLBACK");
      throw error;
    }
  }

  /** Returns a number that it has not returned before. */
  nextNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  /** Returns the declared types of the columns of a table. A table that does not exist has no columns. */
  columns(table: string): Map<string, string> {
    const select = "SELECT name, type FROM pragma_table_info(:table)";
    const read = () => this.all<{ name: string; type: string }>(select, { table });
    const columns = this.#columns.get(table) ?? new Map(read().map(({ name, type }) => [name, type]));
    if (columns.size > 0) this.#columns.set(table, columns);
    return columns;
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#connection.prepare(sql);
    statement.setAllowUnknownNamedParameters(true);
    this.#statements.set(sql, statement);
    return statement;
  }
}

function encode(parameters: Parameters): Record<string, SQLInputValue> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, encodeValue(value)]));
}

function encodeValue(value: unknown): SQLInputValue {
  if (typeof value === "string" || typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  if (value instanceof Date) return value.getTime();
  return value === undefined || value === null ? null : JSON.stringify(value);
}

function decode(row: Row, types: ReadonlyMap<string, string | null>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, decodeValue(value, types.get(name))]));
}

function decodeValue(value: SQLOutputValue, type: string | null | undefined): unknown {
  if (value === null) return null;
  if (type === "BOOLEAN") return value === 1;
  if (type === "DATETIME") return new Date(Number(value));
  return type === "JSON" ? JSON.parse(String(value)) : value;
}
