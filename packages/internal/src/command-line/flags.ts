import { parseArgs } from "node:util";
import type { OptionRule } from "../options.ts";
import { findClosestName } from "../suggest-name.ts";
import { showValue, withoutFullStop } from "../texts.ts";
import { UsageError } from "./command-error.ts";

export interface Flag {
  /**
   * A list has items that are separated by commas, may be given several times, and counts a repeated item once. `--no-NAME` makes a
   * boolean flag false.
   */
  readonly type: "string" | "number" | "list" | "boolean";
  /** Name of the value in the help. */
  readonly value?: string;
  readonly description: string;
  /** Default, which is false for a boolean flag; the help describes `--no-NAME` if it is true. */
  readonly default?: string | number | boolean;
  /** Rule of the value, or of each item of a list. */
  readonly check?: OptionRule;
  /** Environment variable that sets the flag, if its name doesn't follow the rule of {@link variableOf}. */
  readonly variable?: string;
}

/** Flags by name, in the order in which the help lists them. */
export type FlagTable = Readonly<Record<string, Flag>>;

interface Values {
  string: string;
  number: number;
  list: readonly string[];
  boolean: boolean;
}

export type FlagValues<Flags extends FlagTable> = {
  readonly [Name in keyof Flags]:
    | Values[Flags[Name]["type"]]
    | (Flags[Name] extends { readonly type: "boolean" } | { readonly default: unknown } ? never : undefined);
};

/** The part of a command that decides how its arguments are read. */
export interface CommandFlags<Flags extends FlagTable = FlagTable> {
  readonly name: string;
  /** Flags besides `--help` and `--version`, which every command has. */
  readonly flags: Flags;
  /** Flag whose name may be left out. @default none */
  readonly positional?: string;
  /** Beginning of the names of the environment variables that set flags. @default only flags with a variable of their own have one */
  readonly variablePrefix?: string;
  /** Arguments in the first line of the help. */
  readonly usage: string;
}

/** The flags that were given, as text or as true or false, by name. */
export type GivenFlags = Readonly<Record<string, string | boolean | undefined>>;

type Options = Record<string, { type: "string" | "boolean"; short?: string; multiple?: true }>;

/** Reads arguments. Only names of flags, and flags that are given twice, are checked. */
export function parseFlags({ name, usage, flags, positional }: CommandFlags, args: readonly string[]): GivenFlags {
  const options: Options = { help: { type: "boolean", short: "h" }, version: { type: "boolean" } };
  for (const [flag, { type }] of Object.entries(flags))
    options[flag] = { type: type === "boolean" ? type : "string", multiple: true };
  const { values: parsed, positionals } = parse(args, options);
  const values: Record<string, string | boolean> = {};
  for (const [flag, value = false] of Object.entries(parsed)) {
    const [first = false, ...more] = [value].flat();
    if (more.length > 0 && flags[flag]?.type !== "list") throw new UsageError(`--${flag} is given twice: give it once`);
    values[flag] = more.length > 0 ? [first, ...more].join(",") : first;
  }
  const [argument, ...others] = positionals;
  if (argument === undefined) return values;
  // The argument isn't shown: it may be a secret, with its flag forgotten.
  if (positional === undefined)
    throw new UsageError(`There are no subcommands, only flags. Start it as: ${name} ${usage.split("\n")[0]}`);
  if (others.length === 0 && values[positional] === undefined) return { ...values, [positional]: argument };
  throw new UsageError(`--${positional} is given twice, or the flag of an argument is missing`);
}

function parse(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowNegative: true, allowPositionals: true });
  } catch (error) {
    // The advice about arguments that begin with a hyphen confuses more than it helps.
    const [message = ""] = (error as Error).message.split(". To specify a positional");
    const [, unknown] = /^Unknown option '--(.*)'/s.exec(message) ?? [];
    const names = Object.entries(options).flatMap(([name, { type }]) =>
      type === "boolean" ? [name, `no-${name}`] : name,
    );
    const closest = unknown && findClosestName(unknown, names);
    const suggestion = closest ? ` (did you mean --${closest}?)` : "";
    throw new UsageError(withoutFullStop(message.replaceAll("\n", " ")) + suggestion);
  }
}

/** Returns the environment variable of a flag: its own, or the prefix of the command and the name of the flag in capitals. */
export function variableOf(name: string, { variable }: Flag, prefix: string | undefined): string | undefined {
  return variable ?? (prefix && prefix + name.toUpperCase().replaceAll("-", "_"));
}

/** Checks the flags. Environment variables set flags that aren't given; an empty variable counts as not set. */
export function readValues({ flags, variablePrefix }: CommandFlags, given: GivenFlags): FlagValues<FlagTable> {
  const values = Object.entries(flags).map(([name, flag]) => {
    const variable = variableOf(name, flag, variablePrefix) ?? "";
    const text = given[name] ?? (process.env[variable] || undefined);
    const label = given[name] === undefined ? variable : `--${name}`;
    const initial = flag.default ?? (flag.type === "boolean" ? false : undefined);
    return [name, text === undefined ? initial : readValue(flag, text, label)];
  });
  return Object.fromEntries(values);
}

function readValue({ type, check }: Flag, text: string | boolean, label: string): unknown {
  if (typeof text === "boolean") return text;
  if (text === "") throw new UsageError(`${label} must not be empty`);
  if (type === "boolean" && !/^(true|1|false|0)$/i.test(text)) throw new UsageError(`${label} must be true or false`);
  const value = {
    string: text,
    number: /^\d+$/.test(text) ? Number(text) : Number.NaN,
    boolean: /^(true|1)$/i.test(text),
    list: [...new Set(text.split(",").map((item) => item.trim()))],
  }[type];
  if (!check || [value].flat().every(check.accepts)) return value;
  throw new UsageError(`${label} must be ${check.expected}${check.isSecret ? "" : `, not ${showValue(text)}`}`);
}

/** Returns flags with the names of their values, and their descriptions, as the help and the documentation list them. */
export function describeFlags(flags: FlagTable): [label: string, description: string][] {
  return Object.entries(flags).map(([name, { value, default: initial, description }]) => [
    `--${initial === true ? "no-" : ""}${name}${value === undefined ? "" : ` ${value}`}`,
    initial === undefined || typeof initial === "boolean" ? description : `${description} (default ${initial})`,
  ]);
}
