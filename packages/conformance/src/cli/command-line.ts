import { existsSync } from "node:fs";
import { lstat, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { constants } from "node:os";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect, parseArgs, styleText } from "node:util";
import {
  createRedactor,
  escapeControlCharacters,
  isObject,
  messageOf,
  parseJson,
  type Redact,
} from "@knowledge-base/internal";
import {
  CommandError,
  type CommandLine,
  type FlagValues,
  importModule,
  listenForStopSignals,
  type Output,
  print,
  reserveStdout,
  type StopSignal,
  toCommandError,
  UsageError,
} from "@knowledge-base/internal/command-line";
import { conformanceCases } from "../cases/all-cases.ts";
import { formatJUnit } from "../report/junit.ts";
import { type ConformanceReport, caseStatuses, describeNeed } from "../report/report.ts";
import { createResultFormatter, formatHeading, formatSections, formatSummary, type Paint } from "../report/text.ts";
import { runConformance } from "../run/run-conformance.ts";
import type { Setup, Target } from "../target/target.ts";
import { TargetError } from "../target/target-error.ts";
import { flags, helpNotes } from "./flags.ts";

const success = 0;
const doesNotConform = 1;
const notStarted = 2;
const notFinished = 3;

type Values = FlagValues<typeof flags>;
type Strings = Readonly<Record<string, string>>;

export const commandLine: CommandLine<typeof flags> = {
  name: "knowledge-base-conformance",
  flags,
  positional: "base-url",
  usage: "URL --api-key KEY --records brainId=ID [options]",
  summary: "Checks whether an implementation of the knowledge-base service conforms to its specification.",
  notes: helpNotes,
  failedExitCode: notStarted,
  begin: prepareReports,
  async run(values) {
    if (values.list) {
      await print(formatCaseList());
      return success;
    }
    const { "base-url": baseUrl, "api-key": apiKey } = values;
    if (!baseUrl) throw new UsageError("--base-url is missing, and KNOWLEDGE_BASE_URL is not set");
    if (!apiKey) throw new UsageError("--api-key is missing, and KNOWLEDGE_BASE_API_KEY is not set");
    try {
      return await runSuite(values, { baseUrl, apiKey, write: values.write, eventual: values.eventual });
    } catch (error) {
      if (error instanceof TargetError) throw new CommandError(notStarted, error.message, { cause: error });
      throw toCommandError(error, notStarted, createRedactor([apiKey]));
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

async function runSuite(values: Values, service: Target): Promise<number> {
  const { only = "", strict } = values;
  if (values.json && values.junit && resolve(values.json) === resolve(values.junit))
    throw new UsageError("--json and --junit cannot be the same file");
  if (!conformanceCases.some(({ id }) => id.includes(only)))
    throw new UsageError(`--only ${only} does not match any case; --list shows them`);
  const stdout = [values.json, values.junit].includes("-") ? reserveStdout() : undefined;
  const output = stdout ? process.stderr : process.stdout;
  const records = values.records === undefined ? {} : await parseRecords(values.records);
  const knownDeviations = values.expect === undefined ? {} : await readJsonFile(values.expect);
  const redact = createRedactor([service.apiKey]);
  using stop = listenForStop(redact);
  const setup = values.setup === undefined ? undefined : await loadSetup(values.setup);
  const target = { ...service, records, setup };
  // Only the output to a terminal is colored, and `NO_COLOR` is respected.
  const paint: Paint = (status, text) => styleText(caseStatuses[status][2], text, { stream: output });
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
  const written = await Promise.allSettled([
    writeReport(values.json, formatJson(report), stdout),
    writeReport(values.junit, formatJUnit(report).trimEnd(), stdout),
  ]);
  for (const result of written) if (result.status === "rejected") throw result.reason;
  return stop.exitCode ?? exitCodeOf(report);
}

function exitCodeOf({ conclusion, conforms, removalProblem }: ConformanceReport): number {
  if (conclusion === "interrupted") return notFinished;
  if (!conforms) return doesNotConform;
  return removalProblem === undefined ? success : notFinished;
}

// A signal, an error that a user's module didn't catch, and its `process.exit` stop the run, so that its records are removed. The
// second signal ends the process at once.
function listenForStop(redact: Redact) {
  const controller = new AbortController();
  let exitCode: number | undefined;
  const stop = (code: number, reason: string) => {
    exitCode ??= code;
    controller.abort(new Error(reason));
  };
  const codeOf = (signal: StopSignal) => 128 + constants.signals[signal];
  const exit = process.exit.bind(process);
  const { first, second } = listenForStopSignals();
  void first.then((signal) => stop(codeOf(signal), `${signal} was received`));
  void second.then((signal) => exit(codeOf(signal)));
  const onError = (error: unknown) => {
    void print(redact(inspect(error)), process.stderr);
    stop(notFinished, `an error was not caught: ${messageOf(error)}`);
  };
  process.on("uncaughtException", onError);
  process.exit = () => {
    const error = new Error("process.exit was called before the end of the run");
    stop(notFinished, error.message);
    throw error;
  };
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
    [Symbol.dispose]() {
      process.off("uncaughtException", onError);
      process.exit = exit;
    },
  };
}

async function parseRecords(text: string): Promise<Strings> {
  if (!/^\w+=/.test(text)) return readJsonFile(text);
  const pairs = text.split(",").map((pair) => pair.split("="));
  return Object.fromEntries(pairs.map(([name = "", ...id]) => [name, id.join("=")]));
}

async function readJsonFile(path: string): Promise<Strings> {
  const failure = (reason: string) => new CommandError(notStarted, `Failed to read ${path}: ${reason}.`);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw failure(messageOf(error));
  });
  // PowerShell writes UTF-16. The decoder removes the byte order mark.
  const content = parseJson(new TextDecoder(bytes[0] === 0xff ? "utf-16le" : "utf-8").decode(bytes));
  if (!isObject(content)) throw failure("it is not a JSON object; --help shows its form");
  return content as Strings;
}

async function loadSetup(module: string): Promise<Setup> {
  const failure = (reason: string, cause?: unknown) =>
    new CommandError(notStarted, `Failed to load the setup ${module}: ${reason}.`, { cause });
  const path = resolve(module);
  if (/^[./]/.test(module) && !existsSync(path)) throw failure("there is no such file");
  const specifier = existsSync(path) ? pathToFileURL(path).href : module;
  const exported = await importModule(specifier).catch((error: unknown) => {
    throw failure(messageOf(error), error);
  });
  const setup = exported["setup"] ?? exported["default"];
  if (typeof setup !== "function") throw failure("it has no exported function setup and no default export");
  return setup as Setup;
}

// Inside the strings of JSON an escaped character means the same.
function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2).split("\n").map(escapeControlCharacters).join("\n");
}

// Before the flags are checked: an older report would pass for the report of a run that doesn't start.
async function prepareReports(args: readonly string[]): Promise<void> {
  const report = { type: "string", multiple: true } as const;
  const { values } = parseArgs({ args: [...args], strict: false, options: { json: report, junit: report } });
  if (values["help"] || values["version"] || values["list"]) return;
  const problems: unknown[] = [];
  // One after the other: they may be the same file.
  for (const path of [values.json, values.junit].flat()) {
    await prepareReport(path).catch((error: unknown) => problems.push(error));
  }
  if (problems.length > 0) throw problems[0];
}

async function prepareReport(path: string | boolean | undefined): Promise<void> {
  if (typeof path !== "string" || path === "-") return;
  const found = await stat(path).catch(() => undefined);
  // A pipe or a device.
  if (found && !found.isFile() && !found.isDirectory()) return;
  try {
    await makeFolder(dirname(path));
    await writeFile(path, "");
    if ((await lstat(path)).isFile()) await rm(path);
  } catch (error) {
    throw reportFailed(path, error, notStarted);
  }
}

// A recursive `mkdir` of Node never ends below /proc.
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path).catch((error: unknown) => {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw error;
  });
}

async function writeReport(path: string | undefined, text: string, stdout?: Output): Promise<void> {
  if (path === undefined) return;
  if (path === "-") return print(text, stdout);
  await writeFile(path, `${text}\n`).catch((error: unknown) => {
    throw reportFailed(path, error, notFinished);
  });
}

function reportFailed(path: string, error: unknown, exitCode: number): CommandError {
  const message = `Failed to write the report to ${path}: ${messageOf(error)}. Use a writable path.`;
  return new CommandError(exitCode, message, { cause: error });
}
