import { parseArgs } from "node:util";
import { choices } from "../choices.ts";
import { CommandError } from "./command-error.ts";
import { exitCodes } from "./exit-codes.ts";
import { flags } from "./flags.ts";

/** What the arguments of the command ask for. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly seed: string | undefined;
  readonly importFile: string | undefined;
  readonly exportFile: string | undefined;
  readonly randomSeed: string | undefined;
  readonly latency: number;
  readonly quiet: boolean;
  readonly json: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

/**
 * Reads the arguments of the command.
 *
 * @throws {@link CommandError} where they are not understood
 */
export function readSettings(args: readonly string[]): Settings {
  const values = parse(args);
  return {
    port: wholeNumber("port", values.port ?? "4000", 65_535),
    host: filled("host", values.host) ?? "127.0.0.1",
    seed: filled("seed", values.seed),
    importFile: filled("import", values.import),
    exportFile: filled("export-on-exit", values["export-on-exit"]),
    randomSeed: filled("random-seed", values["random-seed"]),
    latency: wholeNumber("latency", values.latency ?? "0", choices.longestWaitMs),
    quiet: values.quiet ?? false,
    json: values.json ?? false,
    help: values.help ?? false,
    version: values.version ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    const { values, tokens } = parseArgs({ args: [...args], options: flags, tokens: true });
    const given = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
    const repeated = given.find((name, index) => given.indexOf(name) < index);
    if (repeated !== undefined) throw wrongUsage(`--${repeated} is given twice`);
    return values;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw wrongUsage(explain(error));
  }
}

/** What the platform says, without its advice on positional arguments, of which there are none. */
function explain(error: unknown): string {
  const { message } = error as Error;
  return message.replace(/\. To specify a positional.*$|\.$/s, "").replaceAll("\n", " ");
}

function wholeNumber(flag: string, text: string, maximum: number): number {
  if (!/^\d+$/.test(text) || Number(text) > maximum) {
    throw wrongUsage(`--${flag} must be a whole number from 0 to ${maximum}, not ${JSON.stringify(text)}`);
  }
  return Number(text);
}

function filled(flag: string, text: string | undefined): string | undefined {
  if (text === "") throw wrongUsage(`--${flag} must not be empty`);
  return text;
}

function wrongUsage(cause: string): CommandError {
  return new CommandError(exitCodes.wrongUsage, `${cause}. See knowledge-base-server --help.`);
}
