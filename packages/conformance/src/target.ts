/** An implementation of the service, and what the suite needs to know about its content. */
export interface Target {
  /** Base URL, with or without a path. */
  readonly baseUrl: string;
  /** A valid API key. */
  readonly apiKey: string;
  /**
   * What sends requests.
   *
   * @default the global `fetch`
   */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Records that exist, in one organization: that of the key. */
  readonly known: {
    /** A brain. */
    readonly brainId: string;
    /** A page of the brain that its prompt index shows. */
    readonly slug: string;
    /** A binding of the brain. */
    readonly bindingId: string;
    /** An installation. */
    readonly installationId: string;
  };
  /** Brings the records back. Called before each case. */
  readonly reset?: (() => void | Promise<void>) | undefined;
}
