/** The command cannot go on. */
export class CommandError extends Error {
  readonly exitCode: number;
  /** What there is to say beside the message, a line for each. */
  readonly details: readonly string[];

  constructor(exitCode: number, message: string, details: readonly string[] = []) {
    super(message);
    this.exitCode = exitCode;
    this.details = details;
  }
}
