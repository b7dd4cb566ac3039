import { html, type TemplateResult } from "lit-html";
import type { Exchange, Message } from "../messages.ts";
import { mostExchanges } from "../session.ts";

/** Requests and their answers, the oldest first. */
export function renderExchanges(exchanges: readonly Exchange[]): TemplateResult {
  if (exchanges.length === 0)
    return html`<p class="empty">Run the code, and its requests and their answers stand here.</p>`;
  return html`
    ${exchanges.map(renderExchange)}
    ${exchanges.length < mostExchanges ? "" : html`<p class="empty">Only the first ${mostExchanges} are shown.</p>`}
  `;
}

function renderExchange({ request, answer, failure, explanation }: Exchange): TemplateResult {
  const { pathname, search, origin } = new URL(request.url);
  return html`
    <article class="exchange">
      <h3>
        <span class="method">${request.method}</span>
        <span class="path" title=${origin}>${pathname}${search}</span>
        ${renderStatus(answer?.status, failure)}
      </h3>
      ${explanation === undefined ? "" : html`<p class="why">${explanation}</p>`}
      ${failure === undefined ? "" : html`<p class="failure">${failure}</p>`}
      ${renderMessage("Request", request)} ${answer === undefined ? "" : renderMessage("Answer", answer)}
    </article>
  `;
}

function renderStatus(status: number | undefined, failure: string | undefined): TemplateResult {
  if (status === undefined) return html`<span class="status bad">${failure === undefined ? "…" : "no answer"}</span>`;
  return html`<span class="status ${status < 400 ? "good" : "bad"}">${status}</span>`;
}

function renderMessage(title: string, { headers, body }: Message): TemplateResult {
  return html`
    <details ?open=${body !== ""}>
      <summary>${title}</summary>
      <pre>${headers.map(([name, value]) => html`<span class="header">${name}:</span> ${value}\n`)}</pre>
      ${body === undefined ? html`<p class="empty">Its body has not come to an end.</p>` : ""}
      ${body ? html`<pre>${body}</pre>` : ""}
    </details>
  `;
}
