import { readFile, writeFile } from "node:fs/promises";
import { styleText } from "node:util";
import { createRedactor } from "@knowledge-base/types/internal";
import { checkTarget } from "../check-target.ts";
import { formatJUnit } from "../format-junit.ts";
import { createResultLines, formatHeading, formatSummary, type Paint } from "../format-text.ts";
import { oneLine } from "../one-line.ts";
import type { ConformanceReport } from "../report.ts";
import { conformanceCases, runConformance } from "../run-conformance.ts";
import { nameSection } from "../sections.ts";
import { TargetError } from "../target-error.ts";
import { CommandError } from "./command-error.ts";
import { exitCodes } from "./exit-codes.ts";
import { help } from "./flags.ts";
import { readRecords } from "./read-records.ts";
import { readTask, type Settings } from "./settings.ts";

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
}

/** Runs the command `knowledge-base-conformance` of the package with a manifest, and tells its exit code. */
export async function main(args: readonly string[], manifest: URL): Promise<number> {
  // Whoever reads the output may leave early.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  try {
    const { version, engines }: Manifest = JSON.parse(await readFile(manifest, "utf8"));
    checkNode(engines.node);
    const asked = readTask(args, process.env);
    if (asked.task === "run") return await run(asked.settings);
    const texts = { help: help().trimEnd(), version, list: listCases() };
    print(texts[asked.task], process.stdout);
    return exitCodes.conforms;
  } catch (error) {
    const { message, details, exitCode } = asCommandError(error);
    const lines = [`knowledge-base-conformance: ${message}`, ...details.map((detail) => `  ${detail}`)];
    print(lines.map(oneLine).join("\n"), process.stderr);
    return exitCode;
  }
}

/** Runs the suite, and tells of each case when it is done. */
async function run({ recordsFile, only, jsonFile, junitFile, ...target }: Settings): Promise<number> {
  const records = recordsFile === undefined ? {} : await readRecords(recordsFile);
  if (!conformanceCases.some(({ id }) => id.includes(only))) {
    throw new CommandError(
      exitCodes.wrongUsage,
      `--only ${only} names no case. See knowledge-base-conformance --list.`,
    );
  }
  const output = jsonFile === "-" || junitFile === "-" ? process.stderr : process.stdout;
  const paint = createPaint(output);
  const formatResult = createResultLines({ paint });
  // What is refused, such as a base URL with a password, is not shown.
  checkTarget(target);
  const redact = createRedactor([target.apiKey]);
  print(formatHeading({ ...target, baseUrl: redact(target.baseUrl) }), output);
  const report = await runConformance(
    { ...target, records },
    {
      filter: ({ id }) => id.includes(only),
      onResult: (result) => print(formatResult(result), output),
    },
  );
  print(formatSummary(report, { paint }), output);
  if (jsonFile !== undefined) await writeReport(jsonFile, `${formatJson(report)}\n`);
  if (junitFile !== undefined) await writeReport(junitFile, formatJUnit(report));
  return exitCodeOf(report);
}

function exitCodeOf({ conforms }: ConformanceReport): number {
  return conforms ? exitCodes.conforms : exitCodes.doesNotConform;
}

/** What a line of JSON may not hold on a terminal, it may hold as an escape. */
function formatJson(report: ConformanceReport): string {
  return JSON.stringify(report, null, 2).split("\n").map(oneLine).join("\n");
}

async function writeReport(path: string, text: string): Promise<void> {
  if (path === "-") {
    print(text.trimEnd(), process.stdout);
    return;
  }
  await writeFile(path, text).catch((error: Error) => {
    throw new CommandError(
      exitCodes.badFile,
      `Failed to write the report: ${error.message}. Give a path that can be written.`,
    );
  });
}

const colors = { passed: "green", failed: "red", differs: "yellow", notChecked: "gray" } as const;

/** Colors only what a terminal shows, and respects `NO_COLOR`. */
function createPaint(stream: NodeJS.WriteStream): Paint {
  return (outcome, text) => styleText(colors[outcome], text, { stream });
}

function listCases(): string {
  return conformanceCases
    .map(
      ({ id, title, section, isChoice }) =>
        `${id}\n  ${title} (${nameSection(section)}${isChoice ? "; a choice" : ""})`,
    )
    .join("\n");
}

function print(text: string, output: NodeJS.WriteStream): void {
  output.write(`${text}\n`);
}

/** Refuses a Node on which something would be missing in the midst of a run. `needed` is such as `>=22`. */
function checkNode(needed: string): void {
  const major = (text: string) => Number(/\d+/.exec(text)?.[0]);
  const { node } = process.versions;
  if (major(node) >= major(needed)) return;
  throw new CommandError(
    exitCodes.broken,
    `Failed to start: Node ${node} is too old, it must be ${needed}. Take a newer one, from https://nodejs.org.`,
  );
}

function asCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  if (error instanceof TargetError) {
    return new CommandError(error.code === "unreachable" ? exitCodes.unreachable : exitCodes.wrongUsage, error.message);
  }
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const advice = "This is a fault of the command itself, and what follows tells where.";
  return new CommandError(exitCodes.broken, `Failed to go on: ${message}. ${advice}`, stack.split("\n"));
}
