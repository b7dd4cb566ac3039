import { html, type TemplateResult } from "lit-html";

/**
 * Renders the status of a response.
 *
 * @param missing - shown if there is no response
 */
export function statusBadge(status: number | null | undefined, missing = "no response"): TemplateResult {
  if (status === null || status === undefined) return html`<span class="status lost">${missing}</span>`;
  const kind = status < 400 ? "good" : status < 500 ? "rejected" : "failed";
  return html`<span class="status ${kind}">${status}</span>`;
}
