import { oneLine } from "./one-line.ts";
import type { ConformanceReport, ConformanceResult, Outcome } from "./report.ts";
import { nameSection } from "./sections.ts";
import { verdict } from "./verdict.ts";

/** Colors a text by the outcome that it tells. */
export type Paint = (outcome: Outcome, text: string) => string;

/** Options of {@link formatText}. */
export interface FormatTextOptions {
  /**
   * Colors a text by the outcome that it tells.
   *
   * @default leaves it as it is
   */
  readonly paint?: Paint | undefined;
}

const signs: Readonly<Record<Outcome, string>> = { passed: "✓", failed: "✗", differs: "≠", notChecked: "○" };
const words: Readonly<Record<Outcome, string>> = {
  passed: "passed",
  failed: "failed",
  differs: "chose otherwise",
  notChecked: "not checked",
};

/** Formats a report as text for people: every case, then what failed, what differs and what was not checked. */
export function formatText(report: ConformanceReport, options: FormatTextOptions = {}): string {
  const writeResult = createResultLines(options);
  return [formatHeading(report), ...report.results.map(writeResult), formatSummary(report, options)].join("\n");
}

/** The first line of a report. */
export function formatHeading({ baseUrl, write }: Pick<ConformanceReport, "baseUrl" | "write">): string {
  return `Conformance of ${oneLine(baseUrl)} (${write ? "with requests that change records" : "read-only"})`;
}

/** Makes a function that formats one result after the other, each group below its title. */
export function createResultLines({ paint = plain }: FormatTextOptions): (result: ConformanceResult) => string {
  let current = "";
  return ({ group, outcome, title }) => {
    const line = paint(outcome, `  ${signs[outcome]} ${title}`);
    if (group === current) return line;
    current = group;
    return `\n${group}\n${line}`;
  };
}

/** The end of a report: what did not pass, and how many cases did. */
export function formatSummary({ results, counts, conforms }: ConformanceReport, options: FormatTextOptions): string {
  const { paint = plain } = options;
  const of = (outcome: Outcome) => results.filter((result) => result.outcome === outcome);
  const heading = (outcome: Outcome, text: string) => `\n${paint(outcome, `${signs[outcome]} ${text}`)}`;
  const lines: string[] = [];
  if (counts.failed > 0)
    lines.push(heading("failed", "Failed: the specification says something else"), ...of("failed").map(explain));
  if (counts.differs > 0) {
    lines.push(heading("differs", "Chose otherwise: the specification is silent there, so this is no failure"));
    lines.push(...of("differs").map(explain));
  }
  if (counts.notChecked > 0) lines.push(heading("notChecked", "Not checked"), ...reasons(of("notChecked")));
  if (counts.failed > 0) lines.push(`\nFailed most: ${failuresBySection(of("failed"))}`);
  const total = Object.entries(counts).map(([outcome, count]) => `${count} ${words[outcome as Outcome]}`);
  return [...lines, `\n${paint(conforms ? "passed" : "failed", verdict(counts))}: ${total.join(", ")}`].join("\n");
}

function explain({ id, section, title, message }: ConformanceResult): string {
  return `  ${id} (${nameSection(section)})\n    it should be so: ${title}\n    but: ${oneLine(message)}`;
}

const shownSections = 3;

/** The sections of the specification with the most failures. */
function failuresBySection(failed: readonly ConformanceResult[]): string {
  const sections = Array.from(Map.groupBy(failed, ({ section }) => section));
  sections.sort(([, left], [, right]) => right.length - left.length);
  return sections
    .slice(0, shownSections)
    .map(([section, { length }]) => `${nameSection(section)} (${length})`)
    .join("; ");
}

/** What was missing, and for which cases. */
function reasons(results: readonly ConformanceResult[]): string[] {
  const idsByReason = Map.groupBy(results, ({ message }) => message);
  return Array.from(
    idsByReason,
    ([reason, cases]) => `  ${oneLine(reason)}:\n    ${cases.map(({ id }) => id).join(", ")}`,
  );
}

function plain(_: Outcome, text: string): string {
  return text;
}
