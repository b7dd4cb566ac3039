import { escapeControlCharacters } from "@knowledge-base/internal";
import {
  type CaseStatus,
  type Conclusion,
  type ConformanceReport,
  type ConformanceResult,
  type MissingNeed,
  statusLabels,
} from "./report.ts";

/** Colors a text according to a status. */
export type Paint = (status: CaseStatus, text: string) => string;

const symbols: Readonly<Record<CaseStatus, string>> = {
  passed: "✓",
  failed: "✗",
  differs: "≠",
  notChecked: "○",
  error: "!",
};

/** Formats a report as readable text: every case that was checked, the details of those that did not pass, and what to provide. */
export function formatText(report: ConformanceReport): string {
  const paint: Paint = (_, text) => text;
  const results = report.results.flatMap(createResultFormatter(paint));
  return [formatHeading(report), ...results, formatSummary(report, paint)].join("\n");
}

/** Formats the first line of a report. */
export function formatHeading({ baseUrl, write }: Pick<ConformanceReport, "baseUrl" | "write">): string {
  const requests = write ? "with requests that change records" : "read-only";
  return `Conformance of ${escapeControlCharacters(baseUrl)} (${requests})`;
}

/** Creates a function that formats one result at a time, below the name of its group. The summary lists what was not checked. */
export function createResultFormatter(paint: Paint): (result: ConformanceResult) => string[] {
  let current = "";
  return ({ group, status, title, knownDeviation }) => {
    if (status === "notChecked") return [];
    const note = knownDeviation === undefined ? "" : ` (known: ${escapeControlCharacters(knownDeviation)})`;
    const heading = group === current ? [] : ["", group];
    current = group;
    return [...heading, paint(status, `  ${symbols[status]} ${title}${note}`)];
  };
}

/** Formats the end of a report: the cases that did not pass, what to provide, and the conclusion. */
export function formatSummary(report: ConformanceReport, paint: Paint): string {
  const { results, counts, changes, interruption, removalProblem, missingNeeds, succeeded } = report;
  const block = (status: CaseStatus, heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`\n${paint(status, `${symbols[status]} ${heading}`)}`, ...lines];
  const details = (status: CaseStatus) =>
    results.filter((result) => result.status === status && result.knownDeviation === undefined).flatMap(formatDetails);
  const known = results.filter(({ knownDeviation }) => knownDeviation !== undefined);
  const blocked = results.filter(({ status, missing }) => status === "notChecked" && missing === undefined);
  const problem = (heading: string, text: string | undefined) =>
    text === undefined ? [] : [`\n${paint("error", heading)}: ${escapeControlCharacters(text)}`];
  const total = Object.entries({ ...statusLabels, ...(counts.differs !== 1 && { differs: "differ" }) }).map(
    ([status, label]) => `${counts[status as CaseStatus]} ${label}`,
  );
  return [
    ...block("failed", "Failed: the specification requires different behavior", details("failed")),
    ...block("failed", "Known deviations", known.map(formatKnown)),
    ...block("error", "Not completed: there is no result", details("error")),
    ...block(
      "differs",
      "Different from the reference server: the specification leaves the behavior open",
      details("differs"),
    ),
    ...block("notChecked", "Not checked because of something above", blocked.map(formatBlocked)),
    ...block(
      "notChecked",
      "Changed by this run, and not restored",
      changes.map((change) => `  ${escapeControlCharacters(change)}`),
    ),
    ...block("notChecked", "To check more cases, provide one after the other", formatMissing(missingNeeds)),
    ...problem(`Interrupted at ${interruption?.caseId}`, interruption?.reason),
    ...problem("The records of the setup were not removed", removalProblem),
    `\n${paint(succeeded ? "passed" : "failed", `${formatConclusion(report)}.`)} ${total.join(", ")}.`,
  ].join("\n");
}

function formatDetails({ id, level, sections, title, message }: ConformanceResult): string[] {
  return [
    `  ${id} (${level}, ${formatSections(sections)})`,
    `    expected: ${title}`,
    `    but: ${escapeControlCharacters(message)}`,
  ];
}

/** Formats the sections of the specification that a case is about. */
export function formatSections(sections: readonly string[]): string {
  return `section${sections.length === 1 ? "" : "s"} ${sections.join(", ")}`;
}

function formatKnown({ id, status, knownDeviation = "" }: ConformanceResult): string {
  const verdict = status === "passed" ? "passed unexpectedly" : statusLabels[status];
  return `  ${id}: ${verdict} (${escapeControlCharacters(knownDeviation)})`;
}

function formatBlocked({ id, message }: ConformanceResult): string {
  return `  ${id}: ${escapeControlCharacters(message)}`;
}

const shownNeeds = 12;

function formatMissing(missingNeeds: readonly MissingNeed[]): string[] {
  const others = missingNeeds.slice(shownNeeds).map(({ provide }) => provide.replace(/:.*/, ""));
  return [
    ...missingNeeds.slice(0, shownNeeds).map(({ provide, adds }) => {
      const cases = adds === 0 ? "with what follows" : `+${adds} case${adds === 1 ? "" : "s"}`;
      return `  ${cases.padEnd(19)}${escapeControlCharacters(provide)}`;
    }),
    ...(others.length > 0 ? [`  and then ${escapeControlCharacters(others.join(", "))}`] : []),
  ];
}

const sentences: Readonly<Record<Conclusion, string>> = {
  interrupted: "Interrupted. The result is not known",
  doesNotConform: "Does not conform",
  notCompleted: "Some cases were not completed. The result is not known",
  nothingPassed: "Nothing passed",
  requiredNotChecked: "Incomplete. Required cases were not checked",
  unexpectedPass: "Known deviations passed unexpectedly. Remove them from the list",
  conformsExceptKnown: "Conforms except for known deviations",
  conforms: "Conforms",
};

/** Returns the conclusion of a run: one or two sentences, without the last full stop. */
export function formatConclusion({ conclusion, counts }: Pick<ConformanceReport, "conclusion" | "counts">): string {
  const { notChecked, failed, differs, error } = counts;
  if (conclusion === "conforms" && notChecked > 0) return "Conforms, as far as checked";
  if (conclusion === "nothingPassed" && failed + differs + error === 0) return "Nothing was checked";
  return sentences[conclusion];
}
