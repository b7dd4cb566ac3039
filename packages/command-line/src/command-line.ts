/**
 * Runs the commands of this repository: flags from a table, help, error reports and signals. Bundled into each command and never
 * published.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { escapeControlCharacters, type OptionRule, showValue } from "@knowledge-base/types/internal";

/** A flag of a command. */
export interface Flag {
  /** A list has items that are separated by commas. `--no-NAME` makes a boolean flag false. */
  readonly type: "string" | "number" | "list" | "boolean";
  readonly short?: string;
  /** Name of the value in the help. */
  readonly value?: string;
  readonly description: string;
  /** Default, which is false for a boolean flag; the help describes `--no-NAME` if it is true. */
  readonly default?: string | number | boolean;
  /** Rule of the value, or of each item of a list. */
  readonly check?: OptionRule;
  /** Environment variable that sets the flag, if its name does not follow the rule of {@link variableOf}. */
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

/** Values of the flags of a table. */
export type FlagValues<Flags extends FlagTable> = {
  readonly [Name in keyof Flags]:
    | Values[Flags[Name]["type"]]
    | (Flags[Name] extends { readonly type: "boolean" } | { readonly default: unknown } ? never : undefined);
};

/** A command: its flags, its help and what it does. */
export interface Command<Flags extends FlagTable = FlagTable> {
  readonly name: string;
  /** Flags besides `--help` and `--version`, which every command has. */
  readonly flags: Flags;
  /** Beginning of the names of the environment variables that set flags. @default no variable sets a flag */
  readonly variablePrefix?: string;
  /** Arguments in the first line of the help. */
  readonly usage: string;
  /** Text of the help above the flags. */
  readonly summary: string;
  /** Text of the help below the flags. */
  readonly notes: string;
  /** Exit code if Node is too old, or the command has a bug. @default 1 */
  readonly failedExitCode?: number;
  /** Runs the command, and resolves with its exit code. */
  run(values: FlagValues<Flags>): Promise<number>;
}

/** Thrown if a command cannot continue. The message and the details are printed, and the process ends with the exit code. */
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

/** Runs a command and resolves with its exit code. Prints what it throws; never rejects. */
export async function runCommand<Flags extends FlagTable>(
  command: Command<Flags>,
  { args, manifest }: { readonly args: readonly string[]; readonly manifest: URL },
): Promise<number> {
  // A reader of the output that closes it early is no error of the command.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  const { name, flags, failedExitCode = 1 } = command;
  try {
    const { version, engines } = JSON.parse(await readFile(manifest, "utf8"));
    const required = Number(/\d+/.exec(engines.node)?.[0]);
    const { node } = process.versions;
    if (Number.parseInt(node, 10) < required) {
      const advice = `Node ${required} or later is needed, and this is ${node}. Install it from https://nodejs.org.`;
      throw new CommandError(failedExitCode, `Failed to start: ${advice}`);
    }
    const given = parseFlags(command, args);
    if (!given["help"] && !given["version"]) return await command.run(readValues(flags, given, command.variablePrefix));
    await print(given["help"] ? formatHelp(command) : version);
    return 0;
  } catch (error) {
    const { exitCode, message, details } = toCommandError(error, failedExitCode);
    const advice = error instanceof UsageError ? `. See ${name} --help.` : "";
    const lines = [`${name}: ${message}${advice}`, ...details.map((detail) => `  ${detail}`)];
    await print(lines.map(escapeControlCharacters).join("\n"), process.stderr);
    return exitCode;
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

const standardFlags: FlagTable = {
  help: { type: "boolean", short: "h", description: "print this help" },
  version: { type: "boolean", description: "print the version" },
};

type GivenFlags = Readonly<Record<string, string | boolean | undefined>>;

function parseFlags({ name, usage, flags }: Omit<Command, "run">, args: readonly string[]): GivenFlags {
  const entries = Object.entries({ ...flags, ...standardFlags }).map(
    ([flag, { type, short }]) =>
      [flag, { type: type === "boolean" ? type : "string", ...(short !== undefined && { short }) }] as const,
  );
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(entries), allowNegative: true }).values;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The argument is not shown: it may be a secret, with its flag forgotten.
    if (code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL") {
      throw new UsageError(`There are no subcommands, only flags. Start it as: ${name} ${usage.split("\n")[0]}`);
    }
    throw new UsageError(message.replaceAll("\n", " ").replace(/\.$/, ""));
  }
}

/** Returns the environment variable of a flag: the prefix of the command, and the name of the flag in capitals. */
export function variableOf(name: string, { variable }: Flag, prefix: string): string {
  return variable ?? prefix + name.toUpperCase().replaceAll("-", "_");
}

/** Checks the flags. Environment variables set those that were not given; an empty one counts as not set. */
function readValues<Flags extends FlagTable>(flags: Flags, given: GivenFlags, prefix?: string): FlagValues<Flags> {
  const values = Object.entries(flags).map(([name, flag]) => {
    const variable = prefix === undefined ? "" : variableOf(name, flag, prefix);
    const label = given[name] === undefined ? variable : `--${name}`;
    const value = given[name] ?? (process.env[variable] || undefined);
    return [name, value === undefined ? (flag.default ?? defaults[flag.type]) : readValue(flag, value, label)];
  });
  return Object.fromEntries(values);
}

const defaults: Readonly<Partial<Record<Flag["type"], boolean>>> = { boolean: false };
const filledRule: OptionRule = { expected: "a value that is not empty", accepts: (value) => value !== "" };

function readValue({ type, check = filledRule }: Flag, text: string | boolean, label: string): unknown {
  if (typeof text === "boolean") return text;
  const items = type === "list" ? text.split(",").map((item) => item.trim()) : [text];
  if (type === "boolean") {
    if (/^(true|1|false|0)$/i.test(text)) return /^(true|1)$/i.test(text);
    throw new UsageError(`${label} must be true or false`);
  }
  const values = type === "number" ? [/^\d+$/.test(text) ? Number(text) : undefined] : items;
  if (values.every(check.accepts)) return type === "list" ? values : values[0];
  throw new UsageError(`${label} must be ${check.expected}${check.isSecret ? "" : `, not ${showValue(text)}`}`);
}

/** Returns a flag with the name of its value, as the help shows it. */
export function labelOf(name: string, { value, default: initial }: Flag): string {
  return `--${initial === true ? "no-" : ""}${name}${value === undefined ? "" : ` ${value}`}`;
}

/** Returns the description of a flag with its default. */
export function describeFlag({ description, default: initial }: Flag): string {
  return initial === undefined || typeof initial === "boolean" ? description : `${description} (default ${initial})`;
}

/** Widest line of the help. */
const maxWidth = 100;

function formatHelp({ name, usage, summary, notes, flags }: Omit<Command, "run">): string {
  const rows = Object.entries({ ...flags, ...standardFlags }).map(
    ([flag, entry]) =>
      [`${entry.short === undefined ? "" : `-${entry.short}, `}${labelOf(flag, entry)}`, describeFlag(entry)] as const,
  );
  const indent = Math.max(...rows.map(([label]) => label.length)) + 4;
  const line = new RegExp(`\\S.{0,${maxWidth - indent - 1}}(?= |$)`, "g");
  const lines = rows.map(([label, description]) => {
    const parts = description.match(line) ?? [];
    return `  ${label}`.padEnd(indent) + parts.join(`\n${" ".repeat(indent)}`);
  });
  return `Usage: ${name} ${usage}\n\n${summary}\n\n${lines.join("\n")}\n\n${notes}`;
}

/** Prints a text and a line break. Resolves when they are written, or cannot be because nothing reads the stream any more. */
export function print(text: string, output: NodeJS.WriteStream = process.stdout): Promise<void> {
  return new Promise((resolve) => output.write(`${text}\n`, () => resolve()));
}

/**
 * Listens for the signals that ask a process to stop, which from then on no longer end it by themselves. `stop` has the effect of
 * a signal.
 */
export function listenForStopSignals() {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  const stop = () => {
    count += 1;
    (count === 1 ? first : second).resolve();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  return { first: first.promise, second: second.promise, stop };
}
