import { writeFile } from "node:fs/promises";
import { CommandError, print } from "@knowledge-base/command-line";
import { escapeControlCharacters } from "@knowledge-base/types/internal";
import { formatHtml } from "../format-html.ts";
import { formatJUnit } from "../format-junit.ts";
import type { KnownDeviations } from "../known-deviation.ts";
import { messageOf } from "../message-of.ts";
import type { ConformanceReport } from "../report.ts";
import { exitCodes } from "./exit-codes.ts";
import type { ReportFiles } from "./flags.ts";

const formats: Readonly<Record<keyof ReportFiles, (report: ConformanceReport) => string>> = {
  json: formatJson,
  junit: formatJUnit,
  html: formatHtml,
  expect: (report) => formatJson(listDeviations(report)),
};

/** Writes the reports that were asked for. */
export async function writeReports(report: ConformanceReport, files: ReportFiles): Promise<void> {
  for (const [name, path] of Object.entries(files)) {
    if (path !== undefined) await write(path, formats[name as keyof ReportFiles](report).trimEnd());
  }
}

/** Formats a value as JSON. Inside its strings an escaped character means the same. */
function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2).split("\n").map(escapeControlCharacters).join("\n");
}

/** Keeps the reasons that are known already. */
function listDeviations({ results }: ConformanceReport): KnownDeviations {
  const deviations = results.flatMap(({ id, status, message, knownDeviation }) =>
    status === "failed" || status === "error" ? [[id, { status, reason: knownDeviation ?? message }]] : [],
  );
  return Object.fromEntries(deviations);
}

async function write(path: string, text: string): Promise<void> {
  if (path === "-") return print(text);
  try {
    await writeFile(path, `${text}\n`);
  } catch (error) {
    const advice = "Use a writable path.";
    throw new CommandError(exitCodes.badFile, `Failed to write the report to ${path}: ${messageOf(error)}. ${advice}`, {
      cause: error,
    });
  }
}
