/** Options of {@link KnowledgeBase}. */
export interface ClientOptions {
  /** Base URL of the service, with or without a path and a slash at its end, such as `https://kb.example.com`. */
  readonly baseUrl: string;
  /** API key, sent as the `x-api-key` header. Specification, section 5. */
  readonly apiKey: string;
  /**
   * What sends requests.
   *
   * @default the global `fetch` at the time of the call
   */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call. The call then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}
