/** Thrown if the server does not respond. Browsers do not tell pages why. */
export class UnreachableError extends Error {
  override name = "UnreachableError" as const;

  constructor(cause: unknown) {
    super("The server cannot be reached. It may have been stopped.", { cause });
  }
}
