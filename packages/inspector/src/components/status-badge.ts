import { html, type TemplateResult } from "lit-html";

/** Renders the status of a response. */
export function statusBadge(status: number | null | undefined): TemplateResult {
  if (status === null || status === undefined) return html`<span class="status lost">none</span>`;
  const kind = status < 400 ? "good" : status < 500 ? "rejected" : "failed";
  return html`<span class="status ${kind}">${status}</span>`;
}
