import { escapeControlCharacters } from "@knowledge-base/types/internal";
import { formatSummary } from "./format-summary.ts";
import type { Paint } from "./paint.ts";
import type { CaseStatus, ConformanceReport, ConformanceResult } from "./report.ts";
import { statusSymbols } from "./status-symbols.ts";

/**
 * Options of {@link formatText}.
 *
 * @example
 * ```ts
 * import { formatText, runConformance } from "@knowledge-base/conformance";
 * import { createReferenceServer } from "@knowledge-base/server";
 *
 * const { baseUrl, apiKey, fetch } = createReferenceServer();
 * const report = await runConformance({ baseUrl, apiKey, fetch });
 * console.log(formatText(report, { paint: (status, text) => `[${status}] ${text}` }).length > 0); // true
 * ```
 *
 * @see [Checking an implementation](../../../docs/guides/checking-an-implementation.md)
 */
export interface FormatTextOptions {
  /**
   * Function that colors a text according to a status.
   *
   * @default no colors
   */
  readonly paint?: Paint | undefined;
}

/** Formats a report as readable text: every case, then the details of those that did not pass. */
export function formatText(report: ConformanceReport, { paint = withoutColor }: FormatTextOptions = {}): string {
  const formatResult = createResultFormatter(paint);
  return [formatHeading(report), ...report.results.map(formatResult), formatSummary(report, paint)].join("\n");
}

/** Formats the first line of a report. */
export function formatHeading({ baseUrl, write }: Pick<ConformanceReport, "baseUrl" | "write">): string {
  return `Conformance of ${escapeControlCharacters(baseUrl)} (${write ? "with requests that change records" : "read-only"})`;
}

/** Creates a function that formats one result at a time, with the title of the group above its first result. */
export function createResultFormatter(paint: Paint): (result: ConformanceResult) => string {
  let current = "";
  return ({ group, status, title, knownDeviation }) => {
    const note = knownDeviation === undefined ? "" : ` (known: ${escapeControlCharacters(knownDeviation)})`;
    const line = paint(status, `  ${statusSymbols[status]} ${title}${note}`);
    if (group === current) return line;
    current = group;
    return `\n${group}\n${line}`;
  };
}

function withoutColor(_: CaseStatus, text: string): string {
  return text;
}
