import { dataText, entryMessages, exchangeHeading } from "@knowledge-base/inspector/components";
import { html, type TemplateResult } from "lit-html";
import { type Exchange, maxExchanges } from "./session.ts";

/** Renders requests and their responses, in the order of the responses. */
export function renderExchanges(exchanges: readonly Exchange[]): TemplateResult {
  if (exchanges.length === 0) return html`<p class="empty">Run the program to see its requests.</p>`;
  return html`
    ${exchanges.map(renderExchange)}
    ${exchanges.length < maxExchanges ? "" : html`<p class="empty">Only the first ${maxExchanges} are shown.</p>`}
  `;
}

function renderExchange({ entry, explanation }: Exchange): TemplateResult {
  const { method, path, query, status } = entry;
  return html`
    <details class="exchange">
      <summary>${exchangeHeading(method, query === "" ? path : `${path}?${query}`, status)}</summary>
      <p class="why">${dataText(explanation, 2000)}</p>
      ${entryMessages(entry)}
    </details>
  `;
}
