/** A response before it is serialized. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Becomes JSON, or text if the headers contain another content type. `undefined` becomes an empty body. */
  readonly value: unknown;
}
