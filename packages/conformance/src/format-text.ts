import { escapeControlCharacters } from "@knowledge-base/command-line/escape-control-characters";
import { formatSection } from "./format-section.ts";
import { type CaseStatus, type ConformanceReport, type ConformanceResult, formatConclusion } from "./report.ts";

/** Colors a text according to a status. */
export type Paint = (status: CaseStatus, text: string) => string;

/** Options of {@link formatText}. */
export interface FormatTextOptions {
  /**
   * Function that colors a text according to a status.
   *
   * @default no colors
   */
  readonly paint?: Paint | undefined;
}

const symbols: Readonly<Record<CaseStatus, string>> = {
  passed: "✓",
  failed: "✗",
  differs: "≠",
  notChecked: "○",
  error: "!",
};
const labels: Readonly<Record<CaseStatus, string>> = {
  passed: "passed",
  failed: "failed",
  differs: "chose otherwise",
  notChecked: "not checked",
  error: "not completed",
};

/** Formats a report as text for people: every case, then the details of those that did not pass. */
export function formatText(report: ConformanceReport, options: FormatTextOptions = {}): string {
  const formatResult = createResultFormatter(options);
  return [formatHeading(report), ...report.results.map(formatResult), formatSummary(report, options)].join("\n");
}

/** Formats the first line of a report. */
export function formatHeading({ baseUrl, write }: Pick<ConformanceReport, "baseUrl" | "write">): string {
  return `Conformance of ${escapeControlCharacters(baseUrl)} (${write ? "with requests that change records" : "read-only"})`;
}

/** Creates a function that formats one result at a time, with the title of the group above its first result. */
export function createResultFormatter({
  paint = withoutColor,
}: FormatTextOptions): (result: ConformanceResult) => string {
  let current = "";
  return ({ group, status, title }) => {
    const line = paint(status, `  ${symbols[status]} ${title}`);
    if (group === current) return line;
    current = group;
    return `\n${group}\n${line}`;
  };
}

/** Formats the end of a report: the cases that did not pass, and the number of cases with each status. */
export function formatSummary({ results, counts, conforms }: ConformanceReport, options: FormatTextOptions): string {
  const { paint = withoutColor } = options;
  const withStatus = (status: CaseStatus) => results.filter((result) => result.status === status);
  const heading = (status: CaseStatus, text: string) => `\n${paint(status, `${symbols[status]} ${text}`)}`;
  const lines: string[] = [];
  if (counts.failed > 0)
    lines.push(
      heading("failed", "Failed: the specification requires something else"),
      ...withStatus("failed").map(formatDetails),
    );
  if (counts.differs > 0) {
    lines.push(heading("differs", "Chose otherwise: the specification leaves this open, so it is no failure"));
    lines.push(...withStatus("differs").map(formatDetails));
  }
  if (counts.error > 0)
    lines.push(heading("error", "Not completed: there was no verdict"), ...withStatus("error").map(formatDetails));
  if (counts.notChecked > 0)
    lines.push(heading("notChecked", "Not checked"), ...formatReasons(withStatus("notChecked")));
  if (counts.failed > 0) lines.push(`\nFailed most: ${formatSectionsWithMostFailures(withStatus("failed"))}`);
  const total = Object.entries(counts).map(([status, count]) => `${count} ${labels[status as CaseStatus]}`);
  return [...lines, `\n${paint(conforms ? "passed" : "failed", formatConclusion(counts))}: ${total.join(", ")}`].join(
    "\n",
  );
}

function formatDetails({ id, section, title, message }: ConformanceResult): string {
  return `  ${id} (${formatSection(section)})\n    expected: ${title}\n    but: ${escapeControlCharacters(message)}`;
}

const shownSections = 3;

function formatSectionsWithMostFailures(failed: readonly ConformanceResult[]): string {
  const sections = Array.from(Map.groupBy(failed, ({ section }) => section));
  sections.sort(([, left], [, right]) => right.length - left.length);
  return sections
    .slice(0, shownSections)
    .map(([section, { length }]) => `${formatSection(section)} (${length})`)
    .join("; ");
}

/** Groups the cases by what they lack. */
function formatReasons(results: readonly ConformanceResult[]): string[] {
  const idsByReason = Map.groupBy(results, ({ message }) => message);
  return Array.from(
    idsByReason,
    ([reason, cases]) => `  ${escapeControlCharacters(reason)}:\n    ${cases.map(({ id }) => id).join(", ")}`,
  );
}

function withoutColor(_: CaseStatus, text: string): string {
  return text;
}
