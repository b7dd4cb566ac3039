import { escapeControlCharacters } from "@knowledge-base/types/internal";
import { caseLabels, caseStatuses, formatCount } from "./case-labels.ts";
import { formatConclusion } from "./format-conclusion.ts";
import { formatSection } from "./format-section.ts";
import type { MissingNeed } from "./missing-need.ts";
import type { Paint } from "./paint.ts";
import type { CaseStatus, ConformanceReport, ConformanceResult } from "./report.ts";
import { statusSymbols } from "./status-symbols.ts";

/** Formats the end of a report: the cases that did not pass, what was missing, and the conclusion. */
export function formatSummary(report: ConformanceReport, paint: Paint): string {
  const { results, counts, interruption, removalProblem, missingNeeds, succeeded } = report;
  const block = (status: CaseStatus, heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`\n${paint(status, `${statusSymbols[status]} ${heading}`)}`, ...lines];
  const withStatus = (status: CaseStatus) =>
    results.filter((result) => result.status === status && result.knownDeviation === undefined);
  const known = results.filter(({ knownDeviation }) => knownDeviation !== undefined);
  const total = caseStatuses.map((status) => formatCount(status, counts[status]));
  return [
    ...block("failed", "Failed: the specification requires different behavior", formatFailures(report)),
    ...block("failed", "Known deviations", known.map(formatKnown)),
    ...block("error", "Not completed: there is no result", withStatus("error").flatMap(formatDetails)),
    ...block(
      "differs",
      "Different from this project: the specification leaves the behavior open, so this is not a failure",
      withStatus("differs").flatMap(formatDetails),
    ),
    ...block("notChecked", "Not checked", formatReasons(withStatus("notChecked"))),
    ...block("notChecked", "To check more cases", formatMissingNeeds(missingNeeds)),
    ...(interruption
      ? [
          `\n${paint("error", `Interrupted at ${interruption.caseId}`)}: ${escapeControlCharacters(interruption.reason)}`,
        ]
      : []),
    ...(removalProblem === undefined
      ? []
      : [
          `\n${paint("error", "The records of the setup were not removed")}: ${escapeControlCharacters(removalProblem)}`,
        ]),
    `\n${paint(succeeded ? "passed" : "failed", `${formatConclusion(report)}.`)} ${total.join(", ")}.`,
  ].join("\n");
}

const shownOthers = 10;

/** Shows the details of one case for each common cause. */
function formatFailures({ results, commonCauses }: ConformanceReport): string[] {
  const failed = results.filter(({ status, knownDeviation }) => status === "failed" && knownDeviation === undefined);
  return failed.flatMap((result) => {
    const cause = commonCauses.find(({ cases }) => cases.includes(result.id));
    if (!cause) return formatDetails(result);
    const others = cause.cases.filter((id) => id !== result.id);
    if (cause.cases[0] !== result.id) return [];
    const more = others.length > shownOthers ? ` and ${others.length - shownOthers} more` : "";
    return [
      `  ${cause.cases.length} cases: ${escapeControlCharacters(cause.problem)}`,
      ...formatDetails(result).map((line) => `  ${line}`),
      `    also: ${others.slice(0, shownOthers).join(", ")}${more}`,
    ];
  });
}

function formatDetails({ id, level, section, title, message }: ConformanceResult): string[] {
  return [
    `  ${id} (${level}, ${formatSection(section)})`,
    `    expected: ${title}`,
    `    but: ${escapeControlCharacters(message)}`,
  ];
}

function formatKnown({ id, status, knownDeviation = "" }: ConformanceResult): string {
  return `  ${id}: ${status === "passed" ? "passed unexpectedly" : caseLabels[status]} (${escapeControlCharacters(knownDeviation)})`;
}

/** Groups the cases by the reason, unless {@link formatMissing} shows it. */
function formatReasons(results: readonly ConformanceResult[]): string[] {
  const unsuitable = results.filter(({ missing }) => missing === undefined);
  return Array.from(
    Map.groupBy(unsuitable, ({ message }) => message),
    ([reason, cases]) => `  ${escapeControlCharacters(reason)}:\n    ${cases.map(({ id }) => id).join(", ")}`,
  );
}

const shownNeeds = 8;
const shownCases = 5;

function formatMissingNeeds(missingNeeds: readonly MissingNeed[]): string[] {
  const others = missingNeeds.slice(shownNeeds).map(({ name }) => name);
  return [
    ...missingNeeds.slice(0, shownNeeds).map(formatMissing),
    ...(others.length > 0 ? [`  then ${others.join(", ")}`] : []),
  ];
}

function formatMissing({ kind, name, enables, helps }: MissingNeed): string {
  const what = kind === "write" ? "--write" : `the ${kind} ${name}`;
  const cases = enables.length > 0 ? enables : helps;
  const shown = cases.slice(0, shownCases).join(", ") + (cases.length > shownCases ? ", …" : "");
  const counts = [
    ...(enables.length > 0 ? [`${enables.length} case${enables.length === 1 ? "" : "s"}`] : []),
    ...(helps.length > 0 ? [`${helps.length} together with others`] : []),
  ];
  return `  ${what} would enable ${counts.join(", and ")}:\n    ${shown}`;
}
