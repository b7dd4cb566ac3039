import { html, nothing, type TemplateResult } from "lit-html";
import { dataText } from "../../../components/data-text.ts";
import { statusBadge } from "../../../components/status-badge.ts";
import { faultTitle } from "../../core/fault-kinds.ts";
import { formatLatency, formatTime } from "../../core/format.ts";
import type { RequestSummary } from "../../core/request-log.ts";
import { linkTo } from "../../core/route.ts";

/** Renders the names of the columns. */
export function requestHeadings(): TemplateResult {
  return html`<div class="request request-headings" role="row" aria-rowindex="1">
    <span role="columnheader">Status</span>
    <span role="columnheader">Method</span>
    <span role="columnheader">Path</span>
    <span role="columnheader" class="request-fault"><span class="unseen">Fault</span></span>
    <span role="columnheader" class="request-operation">Operation</span>
    <span role="columnheader" class="request-organization">Organization</span>
    <span role="columnheader" class="request-duration">Duration</span>
    <span role="columnheader" class="request-time">Time (UTC)</span>
  </div>`;
}

/** Renders a request as a row of the list. */
export function requestRow(request: RequestSummary, index: number, isSelected: boolean): TemplateResult {
  const { id, at, duration, method, path, query, status, operation, organizationId } = request;
  return html`<div
    class="row request ${isSelected ? "selected" : ""}"
    role="row"
    aria-rowindex=${index + 2}
    aria-current=${isSelected ? "true" : "false"}
    data-id=${id}
  >
    <span role="cell" class="request-status">${statusBadge(status)}</span>
    <span role="cell" class="method">${dataText(method, 12)}</span>
    <span role="cell" class="path">
      <a href=${linkTo("requests", id)}>${pathText(path)}${query === "" ? "" : html`<span class="query">?${dataText(query)}</span>`}</a>
    </span>
    <span role="cell" class="request-fault">${requestTags(request)}</span>
    <span role="cell" class="request-operation">${operation ?? ""}</span>
    <span role="cell" class="request-organization">${dataText(organizationId ?? "no organization", 60)}</span>
    <span role="cell" class="request-duration">${Math.round(duration)} ms</span>
    <span role="cell" class="request-time"><time datetime=${at}>${formatTime(at).slice(0, 8)}<span class="milliseconds">${formatTime(at).slice(8)}</span></time></span>
  </div>`;
}

/** Renders a path in parts. If it is too long, the beginning, which most paths have in common, is cut. */
function pathText(path: string): TemplateResult {
  const [, start, brainId, rest] = /^(.*\/v1\/brains\/)([^/]+)(.*)$/.exec(path) ?? [];
  if (start === undefined || brainId === undefined || rest === undefined) return html`<span>${dataText(path)}</span>`;
  return html`<span class="path-start">${dataText(start)}</span><span class="path-brain">${dataText(brainId)}</span><span>${dataText(rest)}</span>`;
}

/** Renders the fault and the latency that were applied to a request. */
export function requestTags({ fault, latency }: RequestSummary): TemplateResult {
  return html`${fault === null ? nothing : html`<span class="tag warn">Fault: ${faultTitle(fault)}</span>`}
    ${latency > 0 ? html`<span class="tag warn">${formatLatency(latency)}</span>` : nothing}`;
}
