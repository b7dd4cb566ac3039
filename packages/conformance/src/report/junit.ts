import { escapeXml } from "@knowledge-base/internal";
import { type ConformanceReport, type ConformanceResult, countByStatus } from "./report.ts";
import { formatConclusion, formatSections } from "./text.ts";

/**
 * Formats a report as JUnit XML, which continuous integration servers read. Each group is a test suite. A case that was not
 * checked, or has a known deviation, is skipped; one that differs from a choice of this project passes, with the difference
 * as its output. If the conclusion is another than `conforms` although no case failed, an additional suite has an error that says why.
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
  const { baseUrl, results, conforms } = report;
  const suites = Array.from(
    Map.groupBy(results, ({ group }) => group),
    ([group, cases]) => element("testsuite", { name: group, ...totals(cases) }, cases.map(formatCase)),
  );
  const { failures, errors } = totals(results);
  const isExplained = conforms || Number(failures) + Number(errors) > 0;
  const conclusion = isExplained ? [] : [formatConclusionSuite(report)];
  const root = { name: `Conformance of ${baseUrl}`, ...totals(results, conclusion.length) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", root, [...suites, ...conclusion])}\n`;
}

function formatCase({ id, group, title, sections, status, message, knownDeviation }: ConformanceResult): string {
  return element("testcase", { classname: group, name: `${title} (${id})` }, formatDetail());

  function formatDetail(): string[] {
    if (knownDeviation !== undefined && status !== "passed") {
      return [element("skipped", { message: `Known deviation (${knownDeviation}): ${message}` }, [])];
    }
    switch (status) {
      case "passed":
        return [];
      case "failed":
        return [element("failure", { message, type: formatSections(sections) }, [])];
      case "notChecked":
        return [element("skipped", { message }, [])];
      case "error":
        return [element("error", { message }, [])];
      case "differs":
        return [element("system-out", {}, [escapeXml(`Different from a choice, which is not a failure: ${message}`)])];
    }
  }
}

/** Formats a suite with an error, because servers show a run in which everything was skipped as a success. */
function formatConclusionSuite(report: ConformanceReport): string {
  const group = "Conformance";
  const error = element("error", { message: formatConclusion(report) }, []);
  const testcase = element("testcase", { classname: group, name: "has a successful conclusion" }, [error]);
  return element("testsuite", { name: group, ...totals([], 1) }, [testcase]);
}

/** @param otherErrors - number of errors besides those of cases */
function totals(results: readonly ConformanceResult[], otherErrors = 0): Readonly<Record<string, string>> {
  const isKnown = ({ knownDeviation, status }: ConformanceResult) =>
    knownDeviation !== undefined && status !== "passed";
  const counts = countByStatus(results.filter((result) => !isKnown(result)));
  return {
    tests: `${results.length + otherErrors}`,
    failures: `${counts.failed}`,
    skipped: `${counts.notChecked + results.filter(isKnown).length}`,
    errors: `${counts.error + otherErrors}`,
  };
}

function element(name: string, attributes: Readonly<Record<string, string>>, children: readonly string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const start = `<${name}${written.join("")}`;
  return children.length === 0 ? `${start}/>` : `${start}>${children.join("")}</${name}>`;
}
