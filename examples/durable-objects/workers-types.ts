// What this example uses of the types of Cloudflare Workers. In a project of your own, `npx wrangler types` creates them all.

/** A value that a column of SQLite can have. */
export type SqlValue = string | number | null | ArrayBuffer;

/** The storage of a Durable Object, a SQLite database. */
export interface DurableObjectStorage {
  readonly sql: { exec<Row extends Record<string, SqlValue>>(query: string, ...values: SqlValue[]): Iterable<Row> };
  transactionSync<Result>(run: () => Result): Result;
  deleteAll(): Promise<void>;
}

/** State of a Durable Object, an argument of its constructor. */
export interface DurableObjectState {
  readonly storage: DurableObjectStorage;
  /** Delays all other requests while a function runs. */
  blockConcurrencyWhile<Result>(run: () => Promise<Result>): Promise<Result>;
}

/** The bindings of the Worker. */
export interface Env {
  readonly ORGANIZATIONS: {
    idFromName(name: string): object;
    get(id: object): { fetch(request: Request): Promise<Response> };
  };
  /** Token that requests to controls must contain. */
  readonly CONTROL_TOKEN: string;
}
