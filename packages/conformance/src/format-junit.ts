import { formatSection } from "./format-section.ts";
import { type ConformanceReport, type ConformanceResult, countByStatus, formatConclusion } from "./report.ts";

/**
 * Formats a report as JUnit XML, which continuous integration servers read. Each group is a test suite. A case that was not
 * checked is skipped; one that differs from a choice of this project passes, with the difference as its output. If nothing
 * passed and nothing failed, an additional suite has an error that says so.
 */
export function formatJUnit({ baseUrl, counts, results }: ConformanceReport): string {
  const suites = Array.from(
    Map.groupBy(results, ({ group }) => group),
    ([group, cases]) => element("testsuite", { name: group, ...totals(countByStatus(cases)) }, cases.map(formatCase)),
  );
  const nothingChecked = counts.passed + counts.failed === 0 ? [formatNothingChecked(counts)] : [];
  const all = { name: `Conformance of ${baseUrl}`, ...totals(counts, nothingChecked.length) };
  const root = element("testsuites", all, [...suites, ...nothingChecked]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function formatCase({ id, group, title, section, status, message }: ConformanceResult): string {
  return element("testcase", { classname: group, name: `${title} (${id})` }, formatDetail());

  function formatDetail(): string[] {
    switch (status) {
      case "passed":
        return [];
      case "failed":
        return [element("failure", { message, type: formatSection(section) }, [])];
      case "notChecked":
        return [element("skipped", { message }, [])];
      case "error":
        return [element("error", { message }, [])];
      case "differs":
        return [element("system-out", {}, [escapeXml(`Chose otherwise, which is no failure: ${message}`)])];
    }
  }
}

/** Formats a suite with an error, because servers show a run in which everything was skipped as a success. */
function formatNothingChecked(counts: ConformanceReport["counts"]): string {
  const group = "Conformance";
  const error = element("error", { message: formatConclusion(counts) }, []);
  const testcase = element("testcase", { classname: group, name: "passes a case of the suite" }, [error]);
  return element("testsuite", { name: group, ...totals(countByStatus([]), 1) }, [testcase]);
}

function totals(counts: ConformanceReport["counts"], errors = 0): Readonly<Record<string, string>> {
  const tests = Object.values(counts).reduce((sum, count) => sum + count, errors);
  return {
    tests: `${tests}`,
    failures: `${counts.failed}`,
    skipped: `${counts.notChecked}`,
    errors: `${counts.error + errors}`,
  };
}

function element(name: string, attributes: Readonly<Record<string, string>>, children: readonly string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const start = `<${name}${written.join("")}`;
  return children.length === 0 ? `${start}/>` : `${start}>${children.join("")}</${name}>`;
}

/** Escapes a text for XML, which forbids most control characters, and the characters that control a terminal. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}")
    .replaceAll(/[&<>"'\p{Cc}\p{Bidi_Control}]/gu, (character) => `&#${character.charCodeAt(0)};`);
}
