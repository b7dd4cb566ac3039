// What this example uses of the types of Cloudflare Workers. In a project of your own, `npx wrangler types` creates them all.

/** A value that a column of SQLite can have. */
export type SqlValue = string | number | null | ArrayBuffer;

/** The SQLite database of a Durable Object. */
export interface SqlStorage {
  exec<Row extends Record<string, SqlValue>>(query: string, ...values: SqlValue[]): Iterable<Row>;
}

/** The storage of a Durable Object. */
export interface DurableObjectStorage {
  readonly sql: SqlStorage;
  transactionSync<Result>(run: () => Result): Result;
  deleteAll(): Promise<void>;
}

/** State of a Durable Object, an argument of its constructor. */
export interface DurableObjectState {
  readonly storage: DurableObjectStorage;
  /** Holds all other requests back while a function runs. */
  blockConcurrencyWhile<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Ends the object. Requests in flight fail, and the next request starts it again from its storage. */
  abort(reason: string): void;
}

/** All objects of a class, by name. */
export interface DurableObjectNamespace {
  idFromName(name: string): object;
  get(id: object): { fetch(request: Request): Promise<Response> };
}

/** The bindings of the Worker. */
export interface Env {
  readonly ORGANIZATIONS: DurableObjectNamespace;
  /** Secret with which API keys are signed. */
  readonly KEY_SECRET: string;
  /** Token that requests to controls must contain. */
  readonly CONTROL_TOKEN: string;
}
