/** A listener could not be started or closed as it was told to. */
export class ListenError extends Error {
  override readonly name = "ListenError";

  /**
   * What is wrong: `INVALID_OPTION`, `UNSUPPORTED_NODE`, or the code of the system, such as `EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL` or
   * `ENOTFOUND`.
   */
  readonly code: string;

  /** @internal */
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
