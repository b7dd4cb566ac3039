import { html, type TemplateResult } from "lit-html";
import type { Exchange, Message } from "../messages.ts";
import { maxExchanges } from "../session.ts";

/** Renders requests and their responses, the oldest first. */
export function renderExchanges(exchanges: readonly Exchange[]): TemplateResult {
  if (exchanges.length === 0) return html`<p class="empty">Run the code to see its requests and their responses.</p>`;
  return html`
    ${exchanges.map(renderExchange)}
    ${exchanges.length < maxExchanges ? "" : html`<p class="empty">Only the first ${maxExchanges} are shown.</p>`}
  `;
}

function renderExchange({ request, response, failure, explanation }: Exchange): TemplateResult {
  const { pathname, search, origin } = new URL(request.url);
  return html`
    <article class="exchange">
      <h3>
        <span class="method">${request.method}</span>
        <span class="path" title=${origin}>${pathname}${search}</span>
        ${renderStatus(response?.status, failure)}
      </h3>
      ${explanation === undefined ? "" : html`<p class="why">${explanation}</p>`}
      ${failure === undefined ? "" : html`<p class="failure">${failure}</p>`}
      ${renderMessage("Request", request)} ${response === undefined ? "" : renderMessage("Response", response)}
    </article>
  `;
}

function renderStatus(status: number | undefined, failure: string | undefined): TemplateResult {
  if (status === undefined) return html`<span class="status bad">${failure === undefined ? "…" : "no response"}</span>`;
  return html`<span class="status ${status < 400 ? "good" : "bad"}">${status}</span>`;
}

function renderMessage(title: string, { headers, body }: Message): TemplateResult {
  return html`
    <details ?open=${body !== ""}>
      <summary>${title}</summary>
      <pre>${headers.map(([name, value]) => html`<span class="header">${name}:</span> ${value}\n`)}</pre>
      ${body === undefined ? html`<p class="empty">Its body is not complete yet.</p>` : ""}
      ${body ? html`<pre>${body}</pre>` : ""}
    </details>
  `;
}
