import { type FlagTable, type FlagValues, UsageError } from "@knowledge-base/command-line";
import { wholeNumberRule } from "@knowledge-base/types/internal";
import { defaultTimeoutMs, longestEventualMs, longestTimeoutMs } from "../target.ts";

/** Flags of `knowledge-base-conformance`, in the order in which the help lists them. */
export const flags = {
  "base-url": { type: "string", value: "URL", description: "base URL of the service (or KNOWLEDGE_BASE_URL)" },
  "api-key": {
    type: "string",
    value: "KEY",
    description: "a valid API key; set it as KNOWLEDGE_BASE_API_KEY to hide it from process lists",
  },
  records: { type: "string", value: "FILE", description: "a JSON file with the ids of records that exist" },
  setup: {
    type: "string",
    value: "MODULE",
    description: "a module that creates records for this run, and removes them at the end",
  },
  write: {
    type: "boolean",
    description: "also send requests that change records; by default only GET requests are sent",
  },
  strict: {
    type: "boolean",
    description: "fail if a required case was not checked, or a known deviation passed",
  },
  expect: {
    type: "string",
    value: "FILE",
    description: "a JSON file with known deviations, which do not fail the run",
  },
  "write-expect": {
    type: "string",
    value: "FILE",
    description: "write the failures of this run as a file for --expect; add the reasons yourself",
  },
  only: {
    type: "string",
    value: "TEXT",
    description: "run the cases whose id contains the text, such as promptIndex.get/",
  },
  timeout: {
    type: "number",
    value: "MS",
    description: "timeout of each request in milliseconds",
    default: defaultTimeoutMs,
    check: wholeNumberRule(1, longestTimeoutMs),
  },
  eventual: {
    type: "number",
    value: "MS",
    description: "milliseconds to wait for the effect of a write, if the service updates indexes with a delay",
    default: 0,
    check: wholeNumberRule(0, longestEventualMs),
  },
  json: { type: "string", value: "FILE", description: "write the report as JSON; - is the standard output" },
  junit: { type: "string", value: "FILE", description: "write the report as JUnit XML; - is the standard output" },
  html: { type: "string", value: "FILE", description: "write the report as one HTML page, which can be published" },
  list: { type: "boolean", description: "list the cases with their needs, without running them" },
} as const satisfies FlagTable;

/** Settings of a run, read from the flags and the environment. */
export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly recordsFile: string | undefined;
  readonly setupModule: string | undefined;
  readonly expectFile: string | undefined;
  readonly strict: boolean;
  readonly write: boolean;
  /** Text that the ids of the cases to run contain. */
  readonly only: string;
  readonly timeout: number;
  readonly eventual: number;
  readonly reports: ReportFiles;
}

/** Paths of the reports to write. `-` is the standard output. */
export interface ReportFiles {
  readonly json: string | undefined;
  readonly junit: string | undefined;
  readonly html: string | undefined;
  readonly expect: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Checks the values of the flags and fills in the environment variables and the defaults.
 *
 * @throws UsageError if a value is missing or invalid
 */
export function readSettings(values: FlagValues<typeof flags>, environment: Environment): Settings {
  const reports: ReportFiles = {
    json: values.json,
    junit: values.junit,
    html: values.html,
    expect: values["write-expect"],
  };
  const printed = Object.entries(reports).filter(([, path]) => path === "-");
  if (printed.length > 1) {
    const names = printed.map(([name]) => (name === "expect" ? "--write-expect" : `--${name}`));
    throw new UsageError(`${names.join(" and ")} cannot ${names.length === 2 ? "both" : "all"} be the standard output`);
  }
  return {
    baseUrl: requireFlagOrVariable("base-url", values["base-url"], "KNOWLEDGE_BASE_URL", environment),
    apiKey: requireFlagOrVariable("api-key", values["api-key"], "KNOWLEDGE_BASE_API_KEY", environment),
    recordsFile: values.records,
    setupModule: values.setup,
    expectFile: values.expect,
    strict: values.strict,
    write: values.write,
    only: values.only ?? "",
    timeout: values.timeout,
    eventual: values.eventual,
    reports,
  };
}

function requireFlagOrVariable(
  flag: string,
  text: string | undefined,
  variable: string,
  environment: Environment,
): string {
  const value = text ?? environment[variable];
  if (!value) throw new UsageError(`--${flag} is missing, and ${variable} is not set`);
  return value;
}
