import { readFile } from "node:fs/promises";
import { CommandError, toCommandError } from "./command-error.ts";
import { type FlagTable, type FlagValues, parseFlags } from "./parse-flags.ts";
import { print, reportError } from "./print.ts";
import { readVariables, type VariableNames } from "./read-variables.ts";
import { UsageError } from "./usage-error.ts";

/** A command: its flags, its help and what it does. */
export interface Command<Flags extends FlagTable> {
  readonly name: string;
  /** Flags besides `--help` and `--version`, which every command has. */
  readonly flags: Flags;
  /** Arguments in the first line of the help. */
  readonly usage: string;
  /** Text of the help above the flags. */
  readonly summary: string;
  /** Text of the help below the flags. */
  readonly notes: string;
  readonly exitCodes: {
    readonly success: number;
    /** Node is too old, or the command has a bug. */
    readonly failed: number;
    readonly wrongUsage: number;
  };
  /**
   * Whether an argument that is not a flag or the value of one may be a secret, and must not be printed.
   *
   * @default false
   */
  readonly hidesUnexpectedArguments?: boolean;
  /** Names of the environment variables that set flags which are not given. @default no variable sets a flag */
  readonly variables?: VariableNames;
  /** Runs the command with its flags, and resolves with its exit code. */
  readonly run: (values: FlagValues<Flags>, labelOf: LabelOf) => Promise<number>;
}

/** Returns a flag as messages should name it: with two dashes, or by the environment variable that has set it. */
export type LabelOf = (flag: string) => string;

/** How a command was called. */
export interface Invocation {
  readonly args: readonly string[];
  /** The `package.json` of the command's package. */
  readonly manifest: URL;
}

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
}

const standardFlags = {
  help: { type: "boolean", short: "h", description: "print this help" },
  version: { type: "boolean", description: "print the version" },
} as const satisfies FlagTable;

/** Runs a command and resolves with its exit code. Prints what it throws; never rejects. */
export async function runCommand<Flags extends FlagTable>(
  command: Command<Flags>,
  { args, manifest }: Invocation,
): Promise<number> {
  // A reader of the output that closes it early is no error of the command.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  const { name, exitCodes, variables, hidesUnexpectedArguments = false } = command;
  try {
    const { version, engines }: Manifest = JSON.parse(await readFile(manifest, "utf8"));
    checkNodeVersion(engines.node, exitCodes.failed);
    const flags: FlagTable = { ...command.flags, ...standardFlags };
    const given = parseFlags(args, flags, { hidesUnexpectedArguments });
    const { help: asksForHelp, version: asksForVersion } = given;
    if (asksForHelp) await print(formatHelp(command, flags));
    else if (asksForVersion) await print(version);
    else {
      const { values, labelOf } = variables
        ? readVariables(command.flags, given as FlagValues<Flags>, variables, process.env)
        : { values: given as FlagValues<Flags>, labelOf: (flag: string) => `--${flag}` };
      return await command.run(values, labelOf);
    }
    return exitCodes.success;
  } catch (error) {
    const reported =
      error instanceof UsageError
        ? new CommandError(
            exitCodes.wrongUsage,
            `${error.message}${error.message.endsWith("?") ? "" : "."} See ${name} --help.`,
          )
        : toCommandError(error, exitCodes.failed);
    await reportError(name, reported);
    return reported.exitCode;
  }
}

/** Checks the version of Node against a range such as `>=22`, because an older one would fail later and less clearly. */
function checkNodeVersion(required: string, exitCode: number): void {
  const major = (text: string) => Number(/\d+/.exec(text)?.[0]);
  const { node } = process.versions;
  if (major(node) >= major(required)) return;
  throw new CommandError(
    exitCode,
    `Failed to start: Node ${major(required)} or later is needed, and this is ${node}. Install it from https://nodejs.org.`,
  );
}

function formatHelp({ name, usage, summary, notes }: Omit<Command<FlagTable>, "run">, flags: FlagTable): string {
  const labels = Object.entries(flags).map(([flag, { short, value }]) =>
    [short === undefined ? "" : `-${short}, `, `--${flag}`, value === undefined ? "" : ` ${value}`].join(""),
  );
  const width = Math.max(...labels.map(({ length }) => length));
  const lines = Object.values(flags).map(
    ({ description }, index) => `  ${labels[index]?.padEnd(width)}  ${description}`,
  );
  return `Usage: ${name} ${usage}\n\n${summary}\n\n${lines.join("\n")}\n\n${notes}`;
}
