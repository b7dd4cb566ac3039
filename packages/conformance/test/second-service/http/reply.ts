/** A response before it is serialized. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Becomes JSON. `undefined` becomes an empty body, and text that is not JSON is sent if the content type says so. */
  readonly value: unknown;
}
