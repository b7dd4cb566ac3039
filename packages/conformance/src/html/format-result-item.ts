import { caseLabels } from "../case-labels.ts";
import type { ConformanceResult } from "../report.ts";
import { statusSymbols } from "../status-symbols.ts";
import { escapeHtml } from "./escape-html.ts";
import { formatExchange } from "./format-exchange.ts";

/**
 * Formats a result as an item of a list. One that did not pass can be opened.
 *
 * @param isRepeated - whether another case shows the same failure
 */
export function formatResultItem(result: ConformanceResult, isRepeated: boolean): string {
  const { id, status, title, level, message, sentences, knownDeviation, exchanges = [] } = result;
  const label = `${statusSymbols[status]} ${caseLabels[status]}`;
  const note = knownDeviation === undefined ? "" : ` <span class="muted">(known deviation)</span>`;
  const line = `<span class="status ${status}">${label}</span> ${escapeHtml(title)}${note}`;
  const anchor = `id="${caseAnchor(id)}"`;
  if (status === "passed") return `<li ${anchor}>${line}</li>`;
  return `<li ${anchor}><details${status === "failed" && !isRepeated ? " open" : ""}><summary>${line}</summary>
<p class="muted"><code>${escapeHtml(id)}</code>, ${level === "required" ? "required by the specification" : "a choice: the specification leaves it open"}</p>
${sentences.map((sentence) => `<blockquote>${escapeHtml(formatSentence(sentence))}</blockquote>`).join("\n")}
${knownDeviation === undefined ? "" : `<p><strong>Known deviation:</strong> ${escapeHtml(knownDeviation)}</p>`}
<p><strong>Observed:</strong> ${escapeHtml(message)}</p>
${exchanges.map(formatExchange).join("\n")}</details></li>`;
}

/** A row of a table is shown without its lines. */
function formatSentence(sentence: string): string {
  return sentence.replaceAll(/^\| | \|$/g, "").replaceAll(" | ", " · ");
}

/** Returns the id of a case's element. */
export function caseAnchor(id: string): string {
  return `case-${id.replaceAll(/[^\w-]/g, "-")}`;
}
