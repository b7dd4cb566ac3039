import { type ConformanceReport, type ConformanceResult, countOutcomes } from "./report.ts";
import { nameSection } from "./sections.ts";
import { verdict } from "./verdict.ts";

/**
 * Formats a report as JUnit XML, which continuous integration servers read. Each group is a test suite. A case that is
 * not checked is skipped; one that differs from a choice of this project passes, and its output says how. Where nothing
 * passed and nothing failed, a suite of its own has the error that says so.
 */
export function formatJUnit({ baseUrl, counts, results }: ConformanceReport): string {
  const suites = Array.from(
    Map.groupBy(results, ({ group }) => group),
    ([group, cases]) => element("testsuite", { name: group, ...totals(countOutcomes(cases)) }, cases.map(formatCase)),
  );
  const unknown = counts.passed + counts.failed === 0 ? [formatUnknown(counts)] : [];
  const all = { name: `Conformance of ${baseUrl}`, ...totals(counts, unknown.length) };
  const root = element("testsuites", all, [...suites, ...unknown]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function formatCase({ id, group, title, section, outcome, message }: ConformanceResult): string {
  return element("testcase", { classname: group, name: `${title} (${id})` }, detail());

  function detail(): string[] {
    switch (outcome) {
      case "passed":
        return [];
      case "failed":
        return [element("failure", { message, type: nameSection(section) }, [])];
      case "notChecked":
        return [element("skipped", { message }, [])];
      case "differs":
        return [element("system-out", {}, [escapeXml(`Chose otherwise, which is no failure: ${message}`)])];
    }
  }
}

/** The suite that says that nothing is known: where all else is skipped, a server would show a success. */
function formatUnknown(counts: ConformanceReport["counts"]): string {
  const group = "Conformance";
  const error = element("error", { message: verdict(counts) }, []);
  const testcase = element("testcase", { classname: group, name: "passes a case of the suite" }, [error]);
  return element("testsuite", { name: group, ...totals(countOutcomes([]), 1) }, [testcase]);
}

function totals(counts: ConformanceReport["counts"], errors = 0): Readonly<Record<string, string>> {
  const tests = Object.values(counts).reduce((sum, count) => sum + count, errors);
  return { tests: `${tests}`, failures: `${counts.failed}`, skipped: `${counts.notChecked}`, errors: `${errors}` };
}

function element(name: string, attributes: Readonly<Record<string, string>>, children: readonly string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const start = `<${name}${written.join("")}`;
  return children.length === 0 ? `${start}/>` : `${start}>${children.join("")}</${name}>`;
}

/** Escapes a text for XML, which does not know most control characters, and what would command a terminal. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}")
    .replaceAll(/[&<>"'\p{Cc}\p{Bidi_Control}]/gu, (character) => `&#${character.charCodeAt(0)};`);
}
