import { readFile } from "node:fs/promises";
import { CommandError, toCommandError } from "./command-error.ts";
import { type FlagTable, type FlagValues, parseFlags, UsageError } from "./parse-flags.ts";
import { print, reportError } from "./print.ts";

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
   * Whether an argument that belongs to no flag may be a secret, and must not be printed.
   *
   * @default false
   */
  readonly hidesUnexpectedArguments?: boolean;
  /** Runs the command with the flags that were given, and resolves with its exit code. */
  readonly run: (values: FlagValues<Flags>) => Promise<number>;
}

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
  const { name, exitCodes, hidesUnexpectedArguments = false } = command;
  try {
    const { version, engines }: Manifest = JSON.parse(await readFile(manifest, "utf8"));
    checkNodeVersion(engines.node, exitCodes.failed);
    const flags: FlagTable = { ...command.flags, ...standardFlags };
    const values = parseFlags(args, flags, { hidesUnexpectedArguments });
    const { help: asksForHelp, version: asksForVersion } = values;
    if (asksForHelp) await print(formatHelp(command, flags));
    else if (asksForVersion) await print(version);
    else return await command.run(values as FlagValues<Flags>);
    return exitCodes.success;
  } catch (error) {
    const reported =
      error instanceof UsageError
        ? new CommandError(exitCodes.wrongUsage, `${error.message}. See ${name} --help.`)
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
    `Failed to start: Node ${node} is too old, it must be ${required}. Take a newer one, from https://nodejs.org.`,
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
