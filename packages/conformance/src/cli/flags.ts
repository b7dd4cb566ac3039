import type { FlagTable } from "@knowledge-base/internal/command-line/flags";
import { secretRule, wholeNumberRule } from "@knowledge-base/internal/options";
import { baseUrlRule } from "../target/check-target.ts";
import { recordDescriptions } from "../target/records.ts";
import { maxEventualMs } from "../target/target.ts";

const text = (value: string, description: string) => ({ type: "string", value, description }) as const;

/** Flags of `knowledge-base-conformance`, in the order in which the help lists them. */
export const flags = {
  "base-url": {
    ...text("URL", "base URL of the service, also as the only argument without a flag (or KNOWLEDGE_BASE_URL)"),
    variable: "KNOWLEDGE_BASE_URL",
    check: baseUrlRule,
  },
  "api-key": {
    ...text("KEY", "a valid API key; set it as KNOWLEDGE_BASE_API_KEY to hide it from process lists"),
    variable: "KNOWLEDGE_BASE_API_KEY",
    check: secretRule,
  },
  records: text("IDS", "ids of records that exist, such as brainId=brain_1,slug=notes, or a JSON file with them"),
  setup: text("MODULE", "a module that creates records for this run, and removes them at the end"),
  write: {
    type: "boolean",
    description: "also send requests that change records; by default only GET requests are sent",
  },
  strict: { type: "boolean", description: "fail if a required case was not checked, or a known deviation passed" },
  expect: text("FILE", "a JSON file with known deviations, which do not fail the run"),
  only: text("TEXT", "run the cases whose id contains the text, such as promptIndex.get/"),
  eventual: {
    type: "number",
    value: "MS",
    description: "milliseconds to wait for the effect of a write, if the service updates indexes with a delay",
    default: 0,
    check: wholeNumberRule(0, maxEventualMs),
  },
  json: text("FILE", "write the report as JSON; - is the standard output"),
  junit: text("FILE", "write the report as JUnit XML; - is the standard output"),
  list: { type: "boolean", description: "list the cases with their needs, without running them" },
} as const satisfies FlagTable;

const records = Object.entries(recordDescriptions)
  .map(([name, description]) => `  ${name}\n      ${description}`)
  .join("\n");

export const helpNotes = `A case that needs a record that --records does not name is not checked. Begin with brainId; the end of the
report says what else to provide, and how many cases lack it. The names of records:

${records}

The module of --setup is a file, or a module of a package. It exports a function setup, which receives the base URL and
the API key, creates records, and returns { records, controls, reset, remove }. For the reference server:
--setup @knowledge-base/conformance/reference-server.

The file of --expect has the reason for each case that is known to deviate:

  { "promptIndex.get/returns-404": "fixed in the next release" }

A case is required if the specification states the behavior, and a choice if it leaves the behavior open. If the service
differs from a choice, the report lists the difference, but it is not a failure.

If the service limits the rate of requests (429, or 503 with Retry-After), the run waits as long as requested, at most
10 minutes in total.

Exit codes:
  0    at least one case passed and none failed, except for known deviations
  1    a case failed or was not completed, or too few cases were checked
  2    the run did not start: a flag, a file, the base URL, the API key, the brain or the setup is wrong
  3    the run was interrupted: the service stopped responding, or the module of the setup did not catch an error or called
       process.exit; or the records of the setup could not be removed, or a report not be written
  129  the run was stopped by SIGHUP
  130  the run was stopped by Ctrl-C
  143  the run was stopped by SIGTERM`;

/** The exit codes that no signal causes. */
export const exitCodes = { success: 0, doesNotConform: 1, notStarted: 2, notFinished: 3 } as const;
