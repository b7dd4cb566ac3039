/**
 * Runs the commands of this repository: flags from a table, help, error reports and signals.
 *
 * @module
 */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { escapeControlCharacters } from "./escaping.ts";
import type { OptionRule } from "./option-problems.ts";
import { networkHelp, useProxy } from "./proxy.ts";
import { findClosestName } from "./suggest-name.ts";
import { messageOf, showValue } from "./texts.ts";

/** A flag of a command. */
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
export interface CommandLine<Flags extends FlagTable = FlagTable> {
  readonly name: string;
  /** Flags besides `--help` and `--version`, which every command has. */
  readonly flags: Flags;
  /** Flag whose name may be left out. @default none */
  readonly positional?: string;
  /** Beginning of the names of the environment variables that set flags. @default only flags with a variable of their own have one */
  readonly variablePrefix?: string;
  /** Arguments in the first line of the help. */
  readonly usage: string;
  /** Text of the help above the flags. */
  readonly summary: string;
  /** Text of the help below the flags. */
  readonly notes: string;
  /** Exit code if Node is too old, or the command has a bug. @default 1 */
  readonly failedExitCode?: number;
  /** Is called with the arguments before they are checked. @default nothing happens */
  begin?(args: readonly string[]): Promise<void>;
  /** Runs the command, and resolves with its exit code. `given` are the flags without those that variables set. */
  run(values: FlagValues<Flags>, given: GivenFlags): Promise<number>;
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

/**
 * Runs a command and resolves with its exit code. Prints what it throws; never rejects.
 *
 * @param manifest - the `package.json` of the command's package
 */
export async function runCommand(command: CommandLine, args: readonly string[], manifest: URL): Promise<number> {
  // A reader of the output that closes it early is no error of the command.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  const { name, failedExitCode = 1 } = command;
  try {
    const { version, engines } = JSON.parse(await readFile(manifest, "utf8"));
    const { node } = process.versions;
    const [required = ""] = /\d+/.exec(engines.node) ?? [];
    if (Number.parseInt(node, 10) < Number(required)) {
      const advice = `Node ${required} or later is needed, and this is ${node}. Install it from https://nodejs.org.`;
      throw new CommandError(failedExitCode, `Failed to start: ${advice}`);
    }
    await command.begin?.(args);
    const given = parseFlags(command, args);
    const proxyProblem = useProxy(process.env);
    if (proxyProblem !== undefined) await print(`${name}: the proxy is not used: ${proxyProblem}.`, process.stderr);
    if (!given["help"] && !given["version"]) return await command.run(readValues(command, given), given);
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

type Options = Record<string, { type: "string" | "boolean"; short?: string; multiple?: true }>;
type GivenFlags = Readonly<Record<string, string | boolean | undefined>>;

function parseFlags({ name, usage, flags, positional }: Omit<CommandLine, "run">, args: readonly string[]): GivenFlags {
  const options: Options = { help: { type: "boolean", short: "h" }, version: { type: "boolean" } };
  for (const [flag, { type }] of Object.entries(flags)) {
    options[flag] = { type: type === "boolean" ? type : "string", multiple: true };
  }
  const { values: parsed, positionals } = parse(args, options);
  const values: Record<string, string | boolean> = {};
  for (const [flag, value = false] of Object.entries(parsed)) {
    const [first = false, ...more] = [value].flat();
    if (more.length > 0 && flags[flag]?.type !== "list") throw new UsageError(`--${flag} is given twice: give it once`);
    values[flag] = more.length > 0 ? [first, ...more].join(",") : first;
  }
  const [argument, ...others] = positionals;
  if (argument === undefined) return values;
  // The argument is not shown: it may be a secret, with its flag forgotten.
  if (positional === undefined) {
    throw new UsageError(`There are no subcommands, only flags. Start it as: ${name} ${usage.split("\n")[0]}`);
  }
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
    throw new UsageError(message.replaceAll("\n", " ").replace(/\.$/, "") + suggestion);
  }
}

/** Returns the environment variable of a flag: its own, or the prefix of the command and the name of the flag in capitals. */
export function variableOf(name: string, { variable }: Flag, prefix: string | undefined): string | undefined {
  return variable ?? (prefix && prefix + name.toUpperCase().replaceAll("-", "_"));
}

// Checks the flags. Environment variables set those that were not given; an empty one counts as not set.
function readValues({ flags, variablePrefix }: CommandLine, given: GivenFlags): FlagValues<FlagTable> {
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

function formatHelp({ name, usage, summary, notes, flags }: Omit<CommandLine, "run">): string {
  const rows = [...describeFlags(flags), ["-h, --help", "print this help"], ["--version", "print the version"]];
  const width = Math.max(...rows.map(([label = ""]) => label.length));
  const lines = rows.map(([label = "", description]) => `  ${label.padEnd(width)}  ${description}`);
  return `Usage: ${name} ${usage}\n\n${summary}\n\n${lines.join("\n")}\n\n${notes}\n\n${networkHelp}`;
}

/** Prints a text and a line break. Resolves when they are written, or cannot be because nothing reads the stream any more. */
export function print(text: string, output: Output = process.stdout): Promise<void> {
  return new Promise((resolve) => output.write(`${text}\n`, () => resolve()));
}

/** A stream of the process, or a replacement of it. */
export type Output = Pick<NodeJS.WriteStream, "write">;

/**
 * Returns the standard output, and from then on sends everything else that is written to it, such as what a user's module logs, to the
 * standard error output.
 */
export function reserveStdout(): Output {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  return { write };
}

const loadingLimitMs = 60_000;

/**
 * Imports a module of a user.
 *
 * @throws what the module throws, or an `Error` that says where its syntax is wrong, or that its top-level `await` has not settled in time
 */
export async function importModule(specifier: string): Promise<Readonly<Record<string, unknown>>> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`it was not loaded within ${loadingLimitMs / 1000} seconds`)),
    loadingLimitMs,
  );
  try {
    return await Promise.race([import(specifier), limit]);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = messageOf(error).replace(/\.$/, "");
    const isCommonJs = message.includes("import statement outside a module");
    const advice = 'Set "type": "module" in package.json, or end the name of the file with .mts or .mjs';
    if (isCommonJs) throw new Error(`it is a module, but Node takes it for CommonJS. ${advice}`, { cause: error });
    const place = placeOf(error.stack) ?? placeOf(await linkElsewhere(specifier));
    throw place === undefined ? error : new Error(`${message} (${place})`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

// Returns the file and the line at the beginning of a report of wrong syntax.
function placeOf(report = ""): string | undefined {
  return /^(?:file:\/\/)?(\S.*:\d+)$/m.exec(report)?.[1];
}

// Links a module in a process of its own, and returns what Node reports: only there it says where the syntax of a module is wrong.
// All modules are read before the first one runs, which ends the process.
function linkElsewhere(specifier: string): Promise<string> {
  const imports = `import "data:text/javascript,process.exit()"; import ${JSON.stringify(specifier)};`;
  const args = [...process.execArgv, "--input-type=module", "--eval", imports];
  return new Promise((resolve) =>
    execFile(process.execPath, args, { timeout: 10_000 }, (_, __, stderr) => resolve(stderr)),
  );
}

/**
 * Creates a function that writes lines to an output. It drops and counts lines while nobody reads the output, so that they don't
 * fill the memory.
 */
export function createLog(output: Writable): (line: string) => void {
  let dropped = 0;
  return (line) => {
    if (output.writableNeedDrain) {
      dropped += 1;
      return;
    }
    const omitted = dropped === 0 ? "" : `(${dropped} lines omitted, because the output was not read)\n`;
    output.write(`${omitted}${line}\n`);
    dropped = 0;
  };
}

const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2"] as const;

/** A signal that asks a process to stop. */
export type StopSignal = (typeof stopSignals)[number];

// Terminals and process managers often send several signals at a time.
const oneSignalMs = 1000;

/**
 * Listens for the signals that ask a process to stop, which from then on no longer end it by themselves. `stop` has the effect of
 * a signal. All signals within a second are one.
 */
export function listenForStopSignals() {
  const [first, second] = [Promise.withResolvers<StopSignal>(), Promise.withResolvers<StopSignal>()];
  let { resolve } = first;
  const stop = (signal: StopSignal = "SIGTERM") => {
    resolve(signal);
    setTimeout(() => ({ resolve } = second), oneSignalMs).unref();
  };
  for (const signal of stopSignals) process.on(signal, stop);
  return { first: first.promise, second: second.promise, stop };
}
