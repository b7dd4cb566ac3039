/** Options of a {@link CommandError}. */
export interface CommandErrorOptions extends ErrorOptions {
  /** Lines to print below the message. */
  readonly details?: readonly string[] | undefined;
}

/** Thrown if a command cannot continue. The message and the details are printed, and the process ends with the exit code. */
export class CommandError extends Error {
  readonly exitCode: number;
  readonly details: readonly string[];

  constructor(exitCode: number, message: string, { details = [], ...options }: CommandErrorOptions = {}) {
    super(message, options);
    this.exitCode = exitCode;
    this.details = details;
  }
}

/**
 * Converts anything that was thrown to a {@link CommandError}. Anything but a `CommandError` is a bug of the command, and is
 * reported with its stack.
 *
 * @param exitCode - exit code for a bug
 * @param redact - removes secrets from the message and the stack of a bug
 */
export function toCommandError(
  error: unknown,
  exitCode: number,
  redact: (text: string) => string = (text) => text,
): CommandError {
  if (error instanceof CommandError) return error;
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const advice = "This is a bug in the command. The stack follows.";
  return new CommandError(exitCode, `Failed unexpectedly: ${redact(message)}. ${advice}`, {
    cause: error,
    details: redact(stack).split("\n"),
  });
}
