import { styleText } from "node:util";
import { CommandError, print } from "@knowledge-base/command-line";
import { checkTarget } from "../check-target.ts";
import { conformanceCases } from "../conformance-cases.ts";
import { formatSummary } from "../format-summary.ts";
import { createResultFormatter, formatHeading } from "../format-text.ts";
import type { Paint } from "../paint.ts";
import type { ConformanceReport } from "../report.ts";
import { runConformance } from "../run-conformance.ts";
import { exitCodes } from "./exit-codes.ts";
import type { Settings } from "./flags.ts";
import { loadSetup } from "./load-setup.ts";
import { readKnownDeviations } from "./read-known-deviations.ts";
import { readRecords } from "./read-records.ts";
import { StopSignals } from "./stop-signals.ts";
import { writeReports } from "./write-reports.ts";

/** Runs the suite, prints the results, writes the reports, and resolves with the exit code. */
export async function runSuite(settings: Settings, redact: (text: string) => string): Promise<number> {
  const { recordsFile, setupModule, expectFile, strict, only, reports, ...target } = settings;
  const records = recordsFile === undefined ? {} : await readRecords(recordsFile);
  const knownDeviations = expectFile === undefined ? {} : await readKnownDeviations(expectFile);
  const setup = setupModule === undefined ? undefined : await loadSetup(setupModule);
  if (!conformanceCases.some(({ id }) => id.includes(only))) {
    throw new CommandError(
      exitCodes.wrongUsage,
      `--only ${only} does not match any case. See knowledge-base-conformance --list.`,
    );
  }
  const output = Object.values(reports).includes("-") ? process.stderr : process.stdout;
  const paint = createPaint(output);
  const formatResult = createResultFormatter(paint);
  // Checked before the heading shows the base URL, which may contain a password.
  checkTarget(target);
  void print(formatHeading({ ...target, baseUrl: redact(target.baseUrl) }), output);
  using stop = new StopSignals();
  const report = await runConformance(
    { ...target, records, setup },
    {
      strict,
      knownDeviations,
      signal: stop.signal,
      filter: ({ id }) => id.includes(only),
      onResult: (result) => void print(formatResult(result), output),
    },
  ).catch((error: unknown) => {
    if (!stop.received) throw error;
    throw new CommandError(exitCodes[stop.received], "Failed to run the suite: it was stopped.", { cause: error });
  });
  await print(formatSummary(report, paint), output);
  await writeReports(report, reports);
  return stop.received ? exitCodes[stop.received] : exitCodeOf(report);
}

function exitCodeOf({ conclusion, succeeded, removalProblem }: ConformanceReport): number {
  if (conclusion === "interrupted") return exitCodes.interrupted;
  if (!succeeded) return exitCodes.doesNotConform;
  return removalProblem === undefined ? exitCodes.conforms : exitCodes.recordsLeft;
}

const colors = { passed: "green", failed: "red", differs: "yellow", notChecked: "gray", error: "red" } as const;

/** Colors only the output to a terminal, and respects `NO_COLOR`. */
function createPaint(stream: NodeJS.WriteStream): Paint {
  return (status, text) => styleText(colors[status], text, { stream });
}
