import { parseArgs } from "node:util";
import { longestTimeoutMs } from "../target.ts";
import { CommandError } from "./command-error.ts";
import { exitCodes } from "./exit-codes.ts";
import { flags } from "./flags.ts";

/** What the arguments of the command ask for. */
export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly recordsFile: string | undefined;
  readonly write: boolean;
  readonly only: string;
  readonly timeout: number;
  readonly jsonFile: string | undefined;
  readonly junitFile: string | undefined;
}

/** What the command is asked to do. */
export type Task =
  | { readonly task: "help" | "version" | "list" }
  | { readonly task: "run"; readonly settings: Settings };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the arguments of the command, and what the environment says instead of them.
 *
 * @throws {@link CommandError} where they are not understood
 */
export function readTask(args: readonly string[], environment: Environment): Task {
  const values = parse(args);
  if (values.help) return { task: "help" };
  if (values.version) return { task: "version" };
  if (values.list) return { task: "list" };
  const jsonFile = filled("json", values.json);
  const junitFile = filled("junit", values.junit);
  if (jsonFile === "-" && junitFile === "-") throw wrongUsage("--json and --junit cannot both be the standard output");
  return {
    task: "run",
    settings: {
      baseUrl: needed("base-url", values["base-url"], "KNOWLEDGE_BASE_URL", environment),
      apiKey: needed("api-key", values["api-key"], "KNOWLEDGE_BASE_API_KEY", environment),
      recordsFile: filled("records", values.records),
      write: values.write ?? false,
      only: filled("only", values.only) ?? "",
      timeout: milliseconds("timeout", values.timeout ?? "30000"),
      jsonFile,
      junitFile,
    },
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

/** What the platform says, without its advice on positional arguments, and without one: it may be a key. */
function explain(error: unknown): string {
  const { message, code } = error as Error & { code?: string };
  if (code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL") return "every argument must belong to a flag";
  return message.replace(/\. To specify a positional.*$|\.$/s, "").replaceAll("\n", " ");
}

function needed(flag: string, text: string | undefined, variable: string, environment: Environment): string {
  const value = filled(flag, text) ?? environment[variable];
  if (!value) throw wrongUsage(`--${flag} is missing, and ${variable} is not set`);
  return value;
}

function milliseconds(flag: string, text: string): number {
  if (!/^\d+$/.test(text) || Number(text) === 0 || Number(text) > longestTimeoutMs) {
    throw wrongUsage(`--${flag} must be a whole number from 1 to ${longestTimeoutMs}, not ${JSON.stringify(text)}`);
  }
  return Number(text);
}

function filled(flag: string, text: string | undefined): string | undefined {
  if (text === "") throw wrongUsage(`--${flag} must not be empty`);
  return text;
}

function wrongUsage(cause: string): CommandError {
  return new CommandError(exitCodes.wrongUsage, `${cause}. See knowledge-base-conformance --help.`);
}
