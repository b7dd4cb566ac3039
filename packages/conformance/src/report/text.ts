import { escapeControlCharacters } from "@knowledge-base/internal/escaping";
import {
  type CaseStatus,
  type ConformanceReport,
  type ConformanceResult,
  caseStatuses,
  type MissingNeed,
} from "./report.ts";

export type Paint = (status: CaseStatus, text: string) => string;

/**
 * Formats a report as readable text: every case that was checked, the details of cases that didn't pass, and what to provide.
 *
 * @example
 * ```ts
 * import { formatText, runConformance } from "@knowledge-base/conformance";
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const { baseUrl, apiKey, fetch } = createReferenceServer({ seed: demoSeed() });
 * const report = await runConformance({ baseUrl, apiKey, fetch, records: { brainId: "brain_operations" } });
 * console.log(formatText(report).includes("promptIndex.get")); // true
 * ```
 */
export function formatText(report: ConformanceReport): string {
  const paint: Paint = (_, text) => text;
  const results = report.results.flatMap(createResultFormatter(paint));
  return [formatHeading(report), ...results, formatSummary(report, paint)].join("\n");
}

export function formatHeading({ baseUrl, write }: Pick<ConformanceReport, "baseUrl" | "write">): string {
  const requests = write ? "with requests that change records" : "read-only";
  return `Conformance of ${escapeControlCharacters(baseUrl)} (${requests})`;
}

/** Creates a function that formats one result at a time, below the name of its group. The summary lists what wasn't checked. */
export function createResultFormatter(paint: Paint): (result: ConformanceResult) => string[] {
  let current = "";
  return ({ group, status, title, knownDeviation }) => {
    if (status === "notChecked") return [];
    const note = knownDeviation === undefined ? "" : ` (known: ${escapeControlCharacters(knownDeviation)})`;
    const heading = group === current ? [] : ["", group];
    current = group;
    return [...heading, paint(status, `  ${caseStatuses[status].symbol} ${title}${note}`)];
  };
}

const differsHeading = "Different from the reference server: the specification leaves the behavior open";

/** Formats the end of a report: the cases that didn't pass, what to provide, and the conclusion. */
export function formatSummary(report: ConformanceReport, paint: Paint): string {
  const { results, counts, interruption, removalProblem, missingNeeds, conforms } = report;
  const block = (status: CaseStatus, heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`\n${paint(status, `${caseStatuses[status].symbol} ${heading}`)}`, ...lines];
  const details = (status: CaseStatus) =>
    results.filter((result) => result.status === status && result.knownDeviation === undefined).flatMap(formatDetails);
  const known = results.filter(({ knownDeviation }) => knownDeviation !== undefined);
  const blocked = results.filter(({ status, missing }) => status === "notChecked" && missing === undefined);
  const reasons = blocked.map(({ id, message }) => `  ${id}: ${escapeControlCharacters(message)}`);
  const problem = (heading: string, text: string | undefined) =>
    text === undefined ? [] : [`\n${paint("error", heading)}: ${escapeControlCharacters(text)}`];
  const labels = Object.entries(caseStatuses).map(
    ([status, { label }]) => [counts[status as CaseStatus], label] as const,
  );
  const total = labels.map(([count, label]) => `${count} ${label === "differs" && count !== 1 ? "differ" : label}`);
  return [
    ...block("failed", "Failed: the specification requires different behavior", details("failed")),
    ...block("failed", "Known deviations", known.map(formatKnown)),
    ...block("error", "Not completed: there is no result", details("error")),
    ...block("differs", differsHeading, details("differs")),
    ...block("notChecked", "Not checked because of something above", reasons),
    ...block("notChecked", "To check more cases, provide", missingNeeds.map(formatNeed)),
    ...problem(`Interrupted at ${interruption?.caseId}`, interruption?.reason),
    ...problem("The records were not left as they were", removalProblem),
    `\n${paint(conforms ? "passed" : "failed", `${formatConclusion(report)}.`)} ${total.join(", ")}.`,
  ].join("\n");
}

export function formatDetails({ id, level, sections, title, message }: ConformanceResult): string[] {
  return [
    `  ${id} (${level}, ${formatSections(sections)})`,
    `    expected: ${title}`,
    `    but: ${escapeControlCharacters(message)}`,
  ];
}

export function formatSections(sections: readonly string[]): string {
  return `section${sections.length === 1 ? "" : "s"} ${sections.join(", ")}`;
}

function formatNeed({ provide, cases }: MissingNeed): string {
  const count = `${cases} case${cases === 1 ? "" : "s"}`;
  return `  ${count.padEnd(11)}${escapeControlCharacters(provide)}`;
}

function formatKnown({ id, status, knownDeviation = "" }: ConformanceResult): string {
  const verdict = status === "passed" ? "passed unexpectedly" : caseStatuses[status].label;
  return `  ${id}: ${verdict} (${escapeControlCharacters(knownDeviation)})`;
}

/** One or two sentences, without the last full stop. */
export function formatConclusion({ conclusion, counts }: Pick<ConformanceReport, "conclusion" | "counts">): string {
  switch (conclusion) {
    case "interrupted":
      return "Interrupted. The result is not known";
    case "doesNotConform":
      return "Does not conform";
    case "incomplete":
      return "Incomplete. See the cases that were not checked, not completed or passed unexpectedly";
    case "conforms":
      if (counts.failed + counts.error > 0) return "Conforms except for known deviations";
      return counts.notChecked > 0 ? "Conforms, as far as checked" : "Conforms";
  }
}
