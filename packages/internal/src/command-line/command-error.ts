/** Thrown if a command can't continue. The message and the details are printed, and the process ends with the exit code. */
export class CommandError extends Error {
  readonly exitCode: number;
  /** Lines to print below the message. */
  readonly details: readonly string[];

  constructor(exitCode: number, message: string, options: ErrorOptions & { details?: readonly string[] } = {}) {
    super(message, options);
    this.exitCode = exitCode;
    this.details = options.details ?? [];
  }
}

/** Thrown if a flag or a variable is wrong. The exit code is 2, and the report refers to the help. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(2, message);
  }
}

/**
 * Converts anything that was thrown to a {@link CommandError}. Anything else is a bug of the command, reported with its stack.
 *
 * @param redact - removes secrets from the message and the stack of a bug
 */
export function toCommandError(error: unknown, exitCode: number, redact = (text: string) => text): CommandError {
  if (error instanceof CommandError) return error;
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const report = `Failed unexpectedly: ${redact(message)}. This is a bug in the command. The stack follows.`;
  return new CommandError(exitCode, report, { cause: error, details: redact(stack).split("\n") });
}
