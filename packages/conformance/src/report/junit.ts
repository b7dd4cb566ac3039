import { escapeControlCharacters, escapeXml } from "@knowledge-base/internal/escaping";
import { type ConformanceReport, type ConformanceResult, countByStatus } from "./report.ts";
import { formatConclusion, formatDetails, formatSections } from "./text.ts";

/**
 * Formats a report as JUnit XML, which continuous integration servers read. Each group is a test suite. A case that wasn't
 * checked, or has a known deviation, is skipped; a case that differs from a choice of this project passes, with the difference
 * as its output. If no case failed, but the conclusion is another than `conforms`, or the records weren't left as they were,
 * an additional suite has an error that says why.
 *
 * @example
 * ```ts
 * import { formatJUnit, runConformance } from "@knowledge-base/conformance";
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const { baseUrl, apiKey, fetch } = createReferenceServer({ seed: demoSeed() });
 * const report = await runConformance({ baseUrl, apiKey, fetch, records: { brainId: "brain_operations" } });
 * console.log(formatJUnit(report).startsWith("<?xml")); // true
 * ```
 */
export function formatJUnit(report: ConformanceReport): string {
  const { baseUrl, results, conforms, removalProblem } = report;
  const suites = Array.from(
    Map.groupBy(results, ({ group }) => group),
    ([group, cases]) => element("testsuite", { name: group, ...totals(cases) }, cases.map(formatCase)),
  );
  const { failures, errors } = totals(results);
  const isExplained = (conforms && removalProblem === undefined) || Number(failures) + Number(errors) > 0;
  const conclusion = isExplained ? [] : [formatConclusionSuite(report)];
  const root = { name: `Conformance of ${baseUrl}`, ...totals(results, conclusion.length) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", root, [...suites, ...conclusion])}\n`;
}

function formatCase(result: ConformanceResult): string {
  const { id, group, title, duration } = result;
  const attributes = { classname: group, name: `${title} (${id})`, time: seconds(duration) };
  return element("testcase", attributes, result.status === "passed" ? [] : [formatOutcome(result)]);
}

function formatOutcome(result: ConformanceResult): string {
  const { status, sections, knownDeviation } = result;
  const message = escapeControlCharacters(result.message);
  if (knownDeviation !== undefined) return problem("skipped", `Known deviation (${knownDeviation}): ${message}`);
  if (status === "notChecked") return problem("skipped", message);
  if (status === "differs")
    return element("system-out", {}, [escapeXml(`Different from a choice, which is not a failure: ${message}`)]);
  const lines = formatDetails(result).map((line) => line.trim());
  return problem(status === "failed" ? "failure" : "error", message, lines, { type: formatSections(sections) });
}

// Some servers show only the message, and others only the text.
function problem(name: string, message: string, lines: readonly string[] = [message], attributes = {}): string {
  return element(name, { message, ...attributes }, [lines.map(escapeXml).join("\n")]);
}

// Servers show a run in which everything was skipped as a success.
function formatConclusionSuite(report: ConformanceReport): string {
  const group = "Conformance";
  const { removalProblem } = report;
  const removal = removalProblem === undefined ? "" : `. The records were not left as they were: ${removalProblem}`;
  const error = problem("error", formatConclusion(report) + removal);
  const attributes = { classname: group, name: "has a successful conclusion", time: seconds(0) };
  return element("testsuite", { name: group, ...totals([], 1) }, [element("testcase", attributes, [error])]);
}

function totals(results: readonly ConformanceResult[], otherErrors = 0): Readonly<Record<string, string>> {
  const isKnown = ({ knownDeviation, status }: ConformanceResult) =>
    knownDeviation !== undefined && status !== "passed";
  const counts = countByStatus(results.filter((result) => !isKnown(result)));
  return {
    tests: `${results.length + otherErrors}`,
    failures: `${counts.failed}`,
    skipped: `${counts.notChecked + results.filter(isKnown).length}`,
    errors: `${counts.error + otherErrors}`,
    time: seconds(results.reduce((sum, { duration }) => sum + duration, 0)),
  };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function element(name: string, attributes: Readonly<Record<string, string>>, children: readonly string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const start = `<${name}${written.join("")}`;
  return children.length === 0 ? `${start}/>` : `${start}>${children.join("")}</${name}>`;
}
