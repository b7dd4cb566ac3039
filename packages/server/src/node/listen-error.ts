/**
 * Thrown if a listener cannot be started, or if an option of {@link listen} or `close` is invalid.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { ListenError, listen } from "@knowledge-base/server/node";
 *
 * try {
 *   await listen(createReferenceServer(), { port: -1 });
 * } catch (error) {
 *   console.log(error instanceof ListenError && error.code); // INVALID_OPTION
 * }
 * ```
 *
 * @see [The server command](../../../../docs/guides/the-server-command.md)
 */
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
