import { readFile } from "node:fs/promises";
import { escapeControlCharacters } from "../escaping.ts";
import { CommandError, toCommandError, UsageError } from "./command-error.ts";
import {
  type CommandFlags,
  describeFlags,
  type FlagTable,
  type FlagValues,
  type GivenFlags,
  parseFlags,
  readValues,
} from "./flags.ts";
import { print } from "./output.ts";
import { networkHelp, useProxy } from "./proxy.ts";

/** A command: its flags, its help and what it does. */
export interface CommandLine<Flags extends FlagTable = FlagTable> extends CommandFlags<Flags> {
  /** Text of the help above the flags. */
  readonly summary: string;
  /** Text of the help below the flags. */
  readonly notes: string;
  /** Exit code if Node is too old, or the command has a bug. @default 1 */
  readonly failedExitCode?: number;
  /** Is called with the arguments before they are checked. @default nothing happens */
  begin?(args: readonly string[]): Promise<void>;
  /** Runs the command, and resolves with its exit code. `given` has the flags of the arguments, and none that variables set. */
  run(values: FlagValues<Flags>, given: GivenFlags): Promise<number>;
}

/**
 * Runs a command and resolves with its exit code. Prints what it throws; never rejects.
 *
 * @param manifest - the `package.json` of the command's package
 */
export async function runCommand(command: CommandLine, args: readonly string[], manifest: URL): Promise<number> {
  // It isn't an error of the command if a reader closes the output early.
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

function formatHelp({ name, usage, summary, notes, flags }: CommandLine): string {
  const rows = [...describeFlags(flags), ["-h, --help", "print this help"], ["--version", "print the version"]];
  const width = Math.max(...rows.map(([label = ""]) => label.length));
  const lines = rows.map(([label = "", description]) => `  ${label.padEnd(width)}  ${description}`);
  return `Usage: ${name} ${usage}\n\n${summary}\n\n${lines.join("\n")}\n\n${notes}\n\n${networkHelp}`;
}
