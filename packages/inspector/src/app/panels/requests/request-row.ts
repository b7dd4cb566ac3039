import type { RequestSummary } from "@knowledge-base/server";
import { html, type TemplateResult } from "lit-html";
import { dataText } from "../../../components/data-text.ts";
import { statusBadge } from "../../../components/status-badge.ts";
import { formatTime } from "../../core/format.ts";
import { linkTo } from "../../core/route.ts";

/** Renders a request as a row of the list. */
export function requestRow(request: RequestSummary, index: number, isSelected: boolean): TemplateResult {
  const { id, at, duration, method, path, query, status, operation, organizationId, fault } = request;
  return html`<div
    class="row request ${isSelected ? "selected" : ""}"
    role="row"
    aria-rowindex=${index + 1}
    aria-current=${isSelected ? "true" : "false"}
    data-id=${id}
  >
    <span role="cell" class="request-status">${statusBadge(status)}</span>
    <span role="cell" class="method">${dataText(method, 12)}</span>
    <span role="cell" class="path">
      <a href=${linkTo("requests", id)}>${dataText(path)}${query === "" ? "" : html`<span class="query">?${dataText(query)}</span>`}</a>
    </span>
    <span role="cell" class="request-fault">${fault === null ? "" : html`<span class="tag warn">fault: ${fault.replaceAll("_", " ")}</span>`}</span>
    <span role="cell" class="request-operation">${operation ?? ""}</span>
    <span role="cell" class="request-organization">${dataText(organizationId ?? "no organization", 60)}</span>
    <span role="cell" class="request-duration">${Math.round(duration)} ms</span>
    <span role="cell" class="request-time"><time datetime=${at}>${formatTime(at)}</time></span>
  </div>`;
}
