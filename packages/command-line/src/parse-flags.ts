import { parseArgs } from "node:util";

/** A flag of a command. */
export interface Flag {
  readonly type: "string" | "boolean";
  readonly short?: string;
  /** Name of its value in the help, if it has one. */
  readonly value?: string;
  readonly description: string;
}

/** Flags by name, in the order in which the help lists them. */
export type FlagTable = Readonly<Record<string, Flag>>;

/** Values of the flags of a table. Those that were not given are undefined. */
export type FlagValues<Flags extends FlagTable> = {
  readonly [Name in keyof Flags]?: Flags[Name]["type"] extends "boolean" ? boolean : string;
};

/** Thrown if the arguments of a command are wrong. Its message is a clause without a full stop. */
export class UsageError extends Error {}

/** Options of {@link parseFlags}. */
export interface ParseFlagsOptions {
  /** Whether an argument that belongs to no flag may be a secret, and must not be printed. */
  readonly hidesUnexpectedArguments: boolean;
}

/**
 * Parses the arguments of a command.
 *
 * @throws {@link UsageError} if a flag is unknown, repeated or without its value, or an argument belongs to no flag
 */
export function parseFlags<Flags extends FlagTable>(
  args: readonly string[],
  flags: Flags,
  { hidesUnexpectedArguments }: ParseFlagsOptions,
): FlagValues<Flags> {
  const { values, tokens } = parse(args, flags, hidesUnexpectedArguments);
  const names = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw new UsageError(`--${repeated} is given twice`);
  return values as FlagValues<Flags>;
}

function parse(args: readonly string[], flags: FlagTable, hidesUnexpectedArguments: boolean) {
  try {
    return parseArgs({ args: [...args], options: flags, tokens: true });
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    if (hidesUnexpectedArguments && code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL") {
      throw new UsageError("every argument must belong to a flag");
    }
    // Without Node's advice on positional arguments: no command here has any.
    throw new UsageError(message.replace(/\. To specify a positional.*$|\.$/s, "").replaceAll("\n", " "));
  }
}

/**
 * Returns the value of a flag as a number.
 *
 * @throws {@link UsageError} if it is not a whole number of the range
 */
export function requireWholeNumber(flag: string, text: string, minimum: number, maximum: number): number {
  if (!/^\d+$/.test(text) || Number(text) < minimum || Number(text) > maximum) {
    throw new UsageError(`--${flag} must be a whole number from ${minimum} to ${maximum}, not ${JSON.stringify(text)}`);
  }
  return Number(text);
}

/**
 * Returns the value of a flag.
 *
 * @throws {@link UsageError} if it is empty
 */
export function requireNonEmpty(flag: string, text: string | undefined): string | undefined {
  if (text === "") throw new UsageError(`--${flag} must not be empty`);
  return text;
}
