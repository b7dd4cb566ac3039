import { html, type TemplateResult } from "lit-html";
import { dataText } from "./data-text.ts";
import { statusBadge } from "./status-badge.ts";

/**
 * Renders method, status and path of a request.
 *
 * @param missing - shown if there is no response
 */
export function exchangeHeading(
  method: string,
  path: string,
  status: number | null | undefined,
  missing?: string,
): TemplateResult {
  return html`<span class="method">${dataText(method)}</span>
    ${statusBadge(status, missing)}
    <span class="path">${dataText(path, 2000)}</span>`;
}
