import { writeFile } from "node:fs/promises";
import { styleText } from "node:util";
import {
  type Command,
  CommandError,
  describeSystemError,
  escapeControlCharacters,
  print,
  toCommandError,
} from "@knowledge-base/command-line";
import { createRedactor } from "@knowledge-base/types/internal";
import { checkTarget } from "../check-target.ts";
import { conformanceCases } from "../conformance-cases.ts";
import { formatJUnit } from "../format-junit.ts";
import { formatNeeds } from "../format-needs.ts";
import { formatSection } from "../format-section.ts";
import { createResultFormatter, formatHeading, formatSummary, type Paint } from "../format-text.ts";
import type { ConformanceReport } from "../report.ts";
import { runConformance } from "../run-conformance.ts";
import { TargetError } from "../target-error.ts";
import { recordDescriptions } from "../target-records.ts";
import { exitCodes } from "./exit-codes.ts";
import { flags, readSettings, type Settings } from "./flags.ts";
import { readRecords } from "./read-records.ts";

/** The command `knowledge-base-conformance`. */
export const command: Command<typeof flags> = {
  name: "knowledge-base-conformance",
  flags,
  usage: "--base-url URL --api-key KEY [options]",
  summary: "Checks whether a service does what the specification of the knowledge-base service says.",
  notes: `The records file says what exists. Every field is optional; what needs one that is missing is
listed as not checked:

  {
${formatRecordDescriptions()}
  }

If the specification leaves a behaviour open, a case checks a choice of this project: a service that
differs does not fail, and the report lists the difference.

Exit codes: 0 something passed and nothing failed, 1 something failed or nothing was checked,
2 wrong usage, 3 a file cannot be read or written, 4 no response, 5 a bug.`,
  exitCodes: { success: exitCodes.conforms, failed: exitCodes.failed, wrongUsage: exitCodes.wrongUsage },
  // It may be the API key, with its flag forgotten.
  hidesUnexpectedArguments: true,
  async run(values) {
    if (values.list) {
      await print(formatCaseList());
      return exitCodes.conforms;
    }
    const settings = readSettings(values, process.env);
    const redact = createRedactor([settings.apiKey]);
    try {
      return await runSuite(settings, redact);
    } catch (error) {
      if (!(error instanceof TargetError)) throw toCommandError(error, exitCodes.failed, redact);
      const exitCode = error.code === "unreachable" ? exitCodes.unreachable : exitCodes.wrongUsage;
      throw new CommandError(exitCode, error.message, { cause: error });
    }
  },
};

async function runSuite(settings: Settings, redact: (text: string) => string): Promise<number> {
  const { recordsFile, only, jsonFile, junitFile, ...target } = settings;
  const records = recordsFile === undefined ? {} : await readRecords(recordsFile);
  if (!conformanceCases.some(({ id }) => id.includes(only))) {
    throw new CommandError(
      exitCodes.wrongUsage,
      `--only ${only} names no case. See knowledge-base-conformance --list.`,
    );
  }
  const output = jsonFile === "-" || junitFile === "-" ? process.stderr : process.stdout;
  const paint = createPaint(output);
  const formatResult = createResultFormatter({ paint });
  // Checked before the heading shows the base URL, which may contain a password.
  checkTarget(target);
  void print(formatHeading({ ...target, baseUrl: redact(target.baseUrl) }), output);
  const report = await runConformance(
    { ...target, records },
    {
      filter: ({ id }) => id.includes(only),
      onResult: (result) => void print(formatResult(result), output),
    },
  );
  await print(formatSummary(report, { paint }), output);
  if (jsonFile !== undefined) await writeReport(jsonFile, formatJson(report));
  if (junitFile !== undefined) await writeReport(junitFile, formatJUnit(report).trimEnd());
  return report.conforms ? exitCodes.conforms : exitCodes.doesNotConform;
}

/** Formats a report as JSON. Inside its strings an escaped character means the same. */
function formatJson(report: ConformanceReport): string {
  return JSON.stringify(report, null, 2).split("\n").map(escapeControlCharacters).join("\n");
}

async function writeReport(path: string, text: string): Promise<void> {
  if (path === "-") return print(text);
  try {
    await writeFile(path, `${text}\n`);
  } catch (error) {
    const advice = "Give a path that can be written.";
    throw new CommandError(
      exitCodes.badFile,
      `Failed to write the report to ${path}: ${describeSystemError(error)}. ${advice}`,
      { cause: error },
    );
  }
}

const colors = { passed: "green", failed: "red", differs: "yellow", notChecked: "gray", error: "red" } as const;

/** Colors only the output to a terminal, and respects `NO_COLOR`. */
function createPaint(stream: NodeJS.WriteStream): Paint {
  return (status, text) => styleText(colors[status], text, { stream });
}

function formatCaseList(): string {
  return conformanceCases
    .map(
      ({ id, title, section, level, needs }) =>
        `${id}\n  ${title} (${formatSection(section)}; ${level}; needs ${formatNeeds(needs) || "nothing"})`,
    )
    .join("\n");
}

function formatRecordDescriptions(): string {
  return Object.entries(recordDescriptions)
    .map(([name, description]) => `    "${name}": "${description}"`)
    .join(",\n");
}
