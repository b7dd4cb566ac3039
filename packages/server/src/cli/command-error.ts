/** More about a {@link CommandError}. */
export interface CommandErrorOptions extends ErrorOptions {
  /** What there is to say beside the message, a line for each. */
  readonly details?: readonly string[] | undefined;
}

/** The command cannot go on. */
export class CommandError extends Error {
  readonly exitCode: number;
  readonly details: readonly string[];

  constructor(exitCode: number, message: string, { details = [], ...options }: CommandErrorOptions = {}) {
    super(message, options);
    this.exitCode = exitCode;
    this.details = details;
  }
}
