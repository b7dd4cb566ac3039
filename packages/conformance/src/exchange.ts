/** A request of the suite and its response. Secrets are redacted, and long texts are truncated. */
export interface Exchange {
  /** The request. */
  readonly request: {
    /** Method, such as `GET`. */
    readonly method: string;
    /** The whole URL. */
    readonly url: string;
    /** Headers, by name in lower case. */
    readonly headers: Readonly<Record<string, string>>;
    /** At most 4,096 characters of the body. Empty if there is none. */
    readonly body: string;
  };
  /** The response. */
  readonly response: {
    /** Status. */
    readonly status: number;
    /** Headers that matter for a verdict, by name in lower case. */
    readonly headers: Readonly<Record<string, string>>;
    /** At most 4,096 characters of the body. Empty if there is none. */
    readonly body: string;
  };
}
