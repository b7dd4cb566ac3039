import { redactKeys } from "../redaction.ts";
import { CommandError } from "./command-error.ts";
import { exitCodes } from "./exit-codes.ts";
import { oneLine } from "./one-line.ts";
import { print } from "./print.ts";

/** Tells what ends the command, and with which exit code it does. */
export async function report(error: unknown): Promise<number> {
  const { message, details, exitCode } = asCommandError(error);
  const lines = [`knowledge-base-server: ${oneLine(message)}`, ...details.map((detail) => `  ${oneLine(detail)}`)];
  await print(lines.join("\n"), process.stderr);
  return exitCode;
}

/**
 * Makes an error of the command of anything that was thrown.
 *
 * @param keys - what must not be told of a failure that nobody expected
 */
export function asCommandError(error: unknown, keys: readonly string[] = []): CommandError {
  if (error instanceof CommandError) return error;
  const knownKeys = new Set(keys);
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const advice = "This is a fault of the command itself, and what follows tells where.";
  return new CommandError(exitCodes.failed, `Failed to go on: ${redactKeys(message, knownKeys)}. ${advice}`, {
    details: redactKeys(stack, knownKeys).split("\n"),
  });
}
