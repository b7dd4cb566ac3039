import {
  type FlagTable,
  type FlagValues,
  requireNonEmpty,
  requireNumber,
  UsageError,
} from "@knowledge-base/command-line";
import { wholeNumberRule } from "@knowledge-base/types/internal";
import { longestTimeoutMs } from "../target.ts";

/** Flags of `knowledge-base-conformance`, in the order in which the help lists them. */
export const flags = {
  "base-url": { type: "string", value: "URL", description: "base URL of the service (or KNOWLEDGE_BASE_URL)" },
  "api-key": {
    type: "string",
    value: "KEY",
    description: "a valid API key (or KNOWLEDGE_BASE_API_KEY, which other users of the machine do not see)",
  },
  records: { type: "string", value: "FILE", description: "a JSON file with the ids of records that exist, see below" },
  write: { type: "boolean", description: "send requests that change those records; without it nothing is changed" },
  only: {
    type: "string",
    value: "TEXT",
    description: "run the cases whose id contains the text, such as promptIndex.get/",
  },
  timeout: {
    type: "string",
    value: "MS",
    description: "milliseconds within which each response must arrive (default 30000)",
  },
  json: { type: "string", value: "FILE", description: "write the report as JSON; - is the standard output" },
  junit: { type: "string", value: "FILE", description: "write the report as JUnit XML; - is the standard output" },
  list: { type: "boolean", description: "list the cases and run none" },
} as const satisfies FlagTable;

/** Settings of a run, read from the flags and the environment. */
export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly recordsFile: string | undefined;
  readonly write: boolean;
  /** Text that the ids of the cases to run contain. */
  readonly only: string;
  readonly timeout: number;
  readonly jsonFile: string | undefined;
  readonly junitFile: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Checks the values of the flags and fills in the environment variables and the defaults.
 *
 * @throws UsageError if a value is missing or invalid
 */
export function readSettings(values: FlagValues<typeof flags>, environment: Environment): Settings {
  const jsonFile = requireNonEmpty("--json", values.json);
  const junitFile = requireNonEmpty("--junit", values.junit);
  if (jsonFile === "-" && junitFile === "-") {
    throw new UsageError("--json and --junit cannot both be the standard output");
  }
  return {
    baseUrl: requireFlagOrVariable("base-url", values["base-url"], "KNOWLEDGE_BASE_URL", environment),
    apiKey: requireFlagOrVariable("api-key", values["api-key"], "KNOWLEDGE_BASE_API_KEY", environment),
    recordsFile: requireNonEmpty("--records", values.records),
    write: values.write ?? false,
    only: requireNonEmpty("--only", values.only) ?? "",
    timeout: requireNumber("--timeout", values.timeout ?? "30000", wholeNumberRule(1, longestTimeoutMs)),
    jsonFile,
    junitFile,
  };
}

function requireFlagOrVariable(
  flag: string,
  text: string | undefined,
  variable: string,
  environment: Environment,
): string {
  const value = requireNonEmpty(`--${flag}`, text) ?? environment[variable];
  if (!value) throw new UsageError(`--${flag} is missing, and ${variable} is not set`);
  return value;
}
