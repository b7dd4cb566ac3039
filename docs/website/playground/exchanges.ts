import { dataText, exchangeHeading, messageView } from "@knowledge-base/inspector/components";
import { html, type TemplateResult } from "lit-html";
import type { Exchange } from "./record-exchanges.ts";
import { maxExchanges } from "./session.ts";

/** Renders requests and their responses, the oldest first. */
export function renderExchanges(exchanges: readonly Exchange[]): TemplateResult {
  if (exchanges.length === 0) return html`<p class="empty">Run the program to see its requests.</p>`;
  return html`
    ${exchanges.map(renderExchange)}
    ${exchanges.length < maxExchanges ? "" : html`<p class="empty">Only the first ${maxExchanges} are shown.</p>`}
  `;
}

function renderExchange({ request, response, failure, explanation }: Exchange): TemplateResult {
  const { pathname, search } = new URL(request.url);
  const missing = failure === undefined ? "…" : "no response";
  return html`
    <details class="exchange">
      <summary>${exchangeHeading(request.method, `${pathname}${search}`, response?.status, missing)}</summary>
      ${explanation === undefined ? "" : html`<p class="why">${dataText(explanation, 2000)}</p>`}
      ${failure === undefined ? "" : html`<p class="failure">${dataText(failure, 2000)}</p>`}
      ${messageView({ title: "Request", headers: request.headers, body: request.body })}
      ${response === undefined ? "" : messageView({ title: "Response", headers: response.headers, body: response.body })}
    </details>
  `;
}
