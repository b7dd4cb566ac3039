/** Thrown if a listener cannot be started, and if an option of {@link listen} or `close` is invalid. */
export class ListenError extends Error {
  override readonly name = "ListenError";

  /**
   * `INVALID_OPTION`, `UNSUPPORTED_NODE`, or the error code of the system, such as `EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`
   * or `ENOTFOUND`.
   */
  readonly code: string;

  /** @internal */
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
