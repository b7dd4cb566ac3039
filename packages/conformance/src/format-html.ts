import { countByStatus } from "./count-by-status.ts";
import { sectionTitle } from "./format-section.ts";
import { escapeHtml } from "./html/escape-html.ts";
import { formatOverview } from "./html/format-overview.ts";
import { formatResultItem } from "./html/format-result-item.ts";
import { pageStyles } from "./html/page-styles.ts";
import type { ConformanceReport, ConformanceResult } from "./report.ts";

/**
 * Formats a report as one HTML page, which needs no other file and no script: a summary, and the results by section of the
 * specification. Each case that did not pass has the sentences of the specification, the request and the response. Secrets
 * are redacted in the report already, so the page can be published.
 */
export function formatHtml(report: ConformanceReport): string {
  const sections = Array.from(Map.groupBy(report.results, ({ section }) => section)).toSorted(compareSections);
  // Only the first case with a common cause is open.
  const repeated = new Set(report.commonCauses.flatMap(({ cases }) => cases.slice(1)));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Conformance of ${escapeHtml(report.baseUrl)}</title>
<style>
${pageStyles}
</style>
</head>
<body>
<main>
${formatOverview(report)}
${sections.map((section) => formatSectionResults(section, repeated)).join("\n")}
</main>
</body>
</html>
`;
}

type SectionResults = readonly [section: string, results: readonly ConformanceResult[]];

function formatSectionResults([section, results]: SectionResults, repeated: ReadonlySet<string>): string {
  const { passed } = countByStatus(results);
  const title = sectionTitle(section);
  return `<h2>${escapeHtml(title === undefined ? `Section ${section}` : `${section} ${title}`)}</h2>
<p class="muted">${passed} of ${results.length} cases passed</p>
<ul class="results">
${results.map((result) => formatResultItem(result, repeated.has(result.id))).join("\n")}
</ul>`;
}

/** Compares numbers of sections such as 2.4 and 2.10. */
function compareSections([left]: SectionResults, [right]: SectionResults): number {
  return left.localeCompare(right, "en", { numeric: true });
}
