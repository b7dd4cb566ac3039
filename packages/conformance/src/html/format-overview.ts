import { caseStatuses, formatCount } from "../case-labels.ts";
import { formatConclusion } from "../format-conclusion.ts";
import type { ConformanceReport } from "../report.ts";
import { statusSymbols } from "../status-symbols.ts";
import { escapeHtml } from "./escape-html.ts";
import { caseAnchor } from "./format-result-item.ts";

/** Formats what is known about the run as a whole. */
export function formatOverview(report: ConformanceReport): string {
  const { baseUrl, write, counts, succeeded, interruption, removalProblem } = report;
  const items = caseStatuses.map(
    (status) =>
      `<li><span class="${status}">${statusSymbols[status]} ${formatCount(status, counts[status])}</span></li>`,
  );
  return `<h1>Conformance report</h1>
<p class="conclusion ${succeeded ? "passed" : "failed"}">${escapeHtml(formatConclusion(report))}</p>
<p><code>${escapeHtml(baseUrl)}</code>, ${write ? "with requests that change records" : "read-only"}</p>
<ul class="counts">${items.join("")}</ul>
${interruption ? `<p><strong>Interrupted</strong> at ${linkCase(interruption.caseId)}: ${escapeHtml(interruption.reason)}</p>` : ""}
${removalProblem === undefined ? "" : `<p><strong>The records of the setup were not removed:</strong> ${escapeHtml(removalProblem)}</p>`}
${formatCauses(report)}
${formatMissing(report)}`;
}

function formatCauses({ commonCauses }: ConformanceReport): string {
  if (commonCauses.length === 0) return "";
  const items = commonCauses.map(
    ({ problem, cases }) =>
      `<li><details><summary><strong>${cases.length} cases:</strong> ${escapeHtml(problem)}</summary>
${cases.map(linkCase).join(", ")}</details></li>`,
  );
  return `<h2>Failures with a common cause</h2><ul class="results">${items.join("\n")}</ul>`;
}

function formatMissing({ missingNeeds }: ConformanceReport): string {
  if (missingNeeds.length === 0) return "";
  const items = missingNeeds.map(({ kind, name, enables, helps }) => {
    const what = kind === "write" ? "the permission to change records" : `the ${kind} <code>${escapeHtml(name)}</code>`;
    const together = helps.length === 0 ? "" : `, and ${helps.length} more together with others`;
    return `<li>${what}: ${enables.length} cases${together}</li>`;
  });
  return `<h2>To check more cases</h2><ul>${items.join("\n")}</ul>`;
}

function linkCase(id: string): string {
  return `<a href="#${caseAnchor(id)}"><code>${escapeHtml(id)}</code></a>`;
}
