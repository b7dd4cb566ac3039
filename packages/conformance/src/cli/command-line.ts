import { constants } from "node:os";
import { resolve } from "node:path";
import { inspect, styleText } from "node:util";
import { CommandError, toCommandError, UsageError } from "@knowledge-base/internal/command-line/command-error";
import type { FlagValues } from "@knowledge-base/internal/command-line/flags";
import { print, reserveStdout } from "@knowledge-base/internal/command-line/output";
import type { CommandLine } from "@knowledge-base/internal/command-line/run-command";
import { listenForStopSignals, type StopSignal } from "@knowledge-base/internal/command-line/stop-signals";
import { createRedactor, type Redact } from "@knowledge-base/internal/secrets";
import { messageOf } from "@knowledge-base/internal/texts";
import { conformanceCases } from "../cases/all-cases.ts";
import { formatJUnit } from "../report/junit.ts";
import { type ConformanceReport, caseStatuses, describeNeed } from "../report/report.ts";
import { createResultFormatter, formatHeading, formatSections, formatSummary, type Paint } from "../report/text.ts";
import { runConformance } from "../run/run-conformance.ts";
import type { Target } from "../target/target.ts";
import { TargetError } from "../target/target-error.ts";
import { exitCodes, flags, helpNotes } from "./flags.ts";
import { loadSetup, readRecords, readTexts } from "./input-files.ts";
import { formatJson, removeReports, settleAll, writeReport } from "./report-files.ts";

type Values = FlagValues<typeof flags>;

export const commandLine: CommandLine<typeof flags> = {
  name: "knowledge-base-conformance",
  flags,
  positional: "base-url",
  usage: "URL --api-key KEY --records brainId=ID [options]",
  summary: "Checks whether an implementation of the knowledge-base service conforms to its specification.",
  notes: helpNotes,
  failedExitCode: exitCodes.notStarted,
  begin: removeReports,
  async run(values) {
    if (values.list) {
      await print(formatCaseList());
      return exitCodes.success;
    }
    const { "base-url": baseUrl, "api-key": apiKey } = values;
    if (!baseUrl) throw new UsageError("--base-url is missing, and KNOWLEDGE_BASE_URL is not set");
    if (!apiKey) throw new UsageError("--api-key is missing, and KNOWLEDGE_BASE_API_KEY is not set");
    try {
      return await runSuite(values, { baseUrl, apiKey, write: values.write, eventual: values.eventual });
    } catch (error) {
      if (error instanceof TargetError) throw new CommandError(exitCodes.notStarted, error.message, { cause: error });
      throw toCommandError(error, exitCodes.notStarted, createRedactor([apiKey]));
    }
  },
};

function formatCaseList(): string {
  const lines = conformanceCases.flatMap(({ id, title, sections, level, needs }) => [
    id,
    `  ${title} (${level}, ${formatSections(sections)})`,
    `  needs ${needs.join(", ") || "nothing"}`,
  ]);
  const names = [...new Set(conformanceCases.flatMap(({ needs }) => needs))];
  return [...lines, "", "What the cases need:", ...names.map((name) => `  ${describeNeed(name)}`)].join("\n");
}

async function runSuite(values: Values, given: Target): Promise<number> {
  const { only = "", strict } = values;
  if (values.json && values.junit && resolve(values.json) === resolve(values.junit))
    throw new UsageError("--json and --junit cannot be the same file");
  if (!conformanceCases.some(({ id }) => id.includes(only)))
    throw new UsageError(`--only ${only} does not match any case; --list shows them`);
  const stdout = [values.json, values.junit].includes("-") ? reserveStdout() : undefined;
  const output = stdout ? process.stderr : process.stdout;
  const records = values.records === undefined ? {} : await readRecords(values.records);
  const knownDeviations = values.expect === undefined ? {} : await readTexts(values.expect);
  const redact = createRedactor([given.apiKey]);
  using stop = listenForStop(redact);
  const setup = values.setup === undefined ? undefined : await loadSetup(values.setup);
  const target = { ...given, records, setup };
  // Only the output to a terminal is colored, and `NO_COLOR` is respected.
  const paint: Paint = (status, text) => styleText(caseStatuses[status].color, text, { stream: output });
  const formatResult = createResultFormatter(paint);
  void print(formatHeading({ baseUrl: redact(target.baseUrl), write: values.write }), output);
  const report = await runConformance(target, {
    strict,
    knownDeviations,
    signal: stop.signal,
    filter: ({ id }) => id.includes(only),
    onResult: (result) => formatResult(result).forEach((line) => void print(line, output)),
  }).catch((error: unknown) => {
    throw stop.exitCode === undefined ? error : new CommandError(stop.exitCode, messageOf(error));
  });
  await print(formatSummary(report, paint), output);
  await settleAll([
    writeReport(values.json, formatJson(report), stdout),
    writeReport(values.junit, formatJUnit(report).trimEnd(), stdout),
  ]);
  return stop.exitCode ?? exitCodeOf(report);
}

function exitCodeOf({ conclusion, conforms, removalProblem }: ConformanceReport): number {
  if (conclusion === "interrupted") return exitCodes.notFinished;
  if (!conforms) return exitCodes.doesNotConform;
  return removalProblem === undefined ? exitCodes.success : exitCodes.notFinished;
}

// A signal, an error that a user's module didn't catch, and its `process.exit` stop the run, so that its records are removed. The
// second signal ends the process at once.
function listenForStop(redact: Redact) {
  const controller = new AbortController();
  // The first reason stays.
  const stop = (exitCode: number, reason: string) => controller.abort(new CommandError(exitCode, reason));
  const codeOf = (signal: StopSignal) => 128 + constants.signals[signal];
  const exit = process.exit.bind(process);
  const signals = listenForStopSignals();
  void signals.first.then((signal) => stop(codeOf(signal), `${signal} was received`));
  void signals.second.then((signal) => exit(codeOf(signal)));
  const onError = (error: unknown) => {
    void print(redact(inspect(error)), process.stderr);
    stop(exitCodes.notFinished, `an error was not caught: ${messageOf(error)}`);
  };
  process.on("uncaughtException", onError);
  process.exit = () => {
    const error = new Error("process.exit was called before the end of the run");
    stop(exitCodes.notFinished, error.message);
    throw error;
  };
  return {
    signal: controller.signal,
    get exitCode(): number | undefined {
      return controller.signal.reason?.exitCode;
    },
    [Symbol.dispose]() {
      process.off("uncaughtException", onError);
      process.exit = exit;
    },
  };
}
