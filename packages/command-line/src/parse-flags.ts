import { parseArgs } from "node:util";
import { findClosestName, showName, showValue } from "@knowledge-base/types/internal";
import { UsageError } from "./usage-error.ts";

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

/** Options of {@link parseFlags}. */
export interface ParseFlagsOptions {
  /** Whether an argument that is not a flag or the value of one may be a secret, and must not be printed. */
  readonly hidesUnexpectedArguments: boolean;
}

/**
 * Parses the arguments of a command. `--no-NAME` turns off a flag without a value, which a variable may have set; if its name
 * begins with `no-`, that part is left out instead.
 *
 * @throws {@link UsageError} if a flag is unknown, repeated or without its value, or an argument is not a flag or the value of one
 */
export function parseFlags<Flags extends FlagTable>(
  args: readonly string[],
  flags: Flags,
  { hidesUnexpectedArguments }: ParseFlagsOptions,
): FlagValues<Flags> {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { type, short }]) => [name, { type, ...(short !== undefined && { short }) }]),
  );
  const { tokens } = parseArgs({ args: [...args], options, tokens: true, strict: false, allowPositionals: true });
  const values = new Map<string, string | boolean>();
  const givenNames = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind === "positional") throw unexpectedArgument(token, hidesUnexpectedArguments);
    if (token.kind === "option-terminator") continue;
    const { name: givenName, rawName, value, inlineValue } = token;
    const isNegated = isNegation(givenName, flags);
    const name = isNegated ? negate(givenName) : givenName;
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (!flag) throw unknownFlag(rawName, flags);
    const earlierName = givenNames.get(name);
    if (earlierName !== undefined) throw repeatedFlag(earlierName, givenName);
    givenNames.set(name, givenName);
    if (flag.type === "string") values.set(name, requireValue(name, value, inlineValue ?? false));
    else if (value === undefined) values.set(name, !isNegated);
    else throw new UsageError(`--${givenName} takes no value`);
  }
  return Object.fromEntries(values) as FlagValues<Flags>;
}

/** Returns the name of the flag that turns off another one. */
function negate(name: string): string {
  return name.startsWith("no-") ? name.slice("no-".length) : `no-${name}`;
}

function isNegation(name: string, flags: FlagTable): boolean {
  const negated = negate(name);
  return !Object.hasOwn(flags, name) && Object.hasOwn(flags, negated) && flags[negated]?.type === "boolean";
}

interface Positional {
  readonly value: string;
  readonly index: number;
}

function unexpectedArgument({ value, index }: Positional, isHidden: boolean): UsageError {
  return new UsageError(`${isHidden ? `argument ${index + 1}` : showValue(value)} is not a flag or the value of one`);
}

function unknownFlag(rawName: string, flags: FlagTable): UsageError {
  const names = Object.keys(flags);
  const known = [...names, ...names.filter((name) => flags[name]?.type === "boolean").map(negate)];
  const closest = findClosestName(rawName.replace(/^-+/, ""), known);
  return new UsageError(
    `${showName(rawName)} is not a flag${closest === undefined ? "" : `; did you mean --${closest}?`}`,
  );
}

function repeatedFlag(earlierName: string, name: string): UsageError {
  return new UsageError(
    earlierName === name ? `--${name} is given twice` : `--${earlierName} and --${name} cannot be given together`,
  );
}

/** A negative number is a value. Anything else that begins with a dash is probably the next flag. */
function requireValue(flag: string, value: string | undefined, isInline: boolean): string {
  if (value === undefined) throw new UsageError(`--${flag} needs a value`);
  if (!isInline && /^-(?!\d)./.test(value)) {
    throw new UsageError(`--${flag} needs a value; write a value that begins with a dash as --${flag}=-…`);
  }
  return value;
}
