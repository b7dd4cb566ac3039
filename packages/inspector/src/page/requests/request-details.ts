import type { JournalEntry } from "@knowledge-base/server";
import { html, nothing, type TemplateResult } from "lit-html";
import { dataText, exchangeHeading, messageView } from "../../components.ts";
import { button, factList, loadedView } from "../parts.ts";
import { linkTo } from "../route.ts";
import { copy, type State } from "../store.ts";
import { load } from "../values.ts";
import { toClientCode, toCurl } from "./snippets.ts";

/** Renders everything that the journal has about a request. */
export function requestDetails(state: State, id: string): TemplateResult {
  return html`<article class="details content stack" aria-label="Details of the request">
    <a class="close" href=${linkTo("requests")} aria-label="Close the details">×</a>
    ${loadedView(load("journal/get", { id }), (entry) => entryView(state, entry))}
  </article>`;
}

function entryView({ snippet }: State, entry: JournalEntry): TemplateResult {
  const { method, path, query, status, headers, requestBody, responseHeaders, responseBody, truncatedFields } = entry;
  const { at, duration, organizationId, operation, fault, latency, ignoredFields } = entry;
  const code = toClientCode(entry);
  return html`
    <h2 class="row exchange-heading">${exchangeHeading(method, query === "" ? path : `${path}?${query}`, status)}</h2>
    ${loadedView(load("journal/explain", { entry }), (text) => html`<p class="reason">${dataText(withoutRequest(entry, text), 2000)}</p>`)}
    <div class="row">
      ${button("Copy as curl", () => copy("curl command", toCurl(entry)))}
      ${button("Copy as client code", () => copy("Client code", code ?? ""), code === undefined)}
    </div>
    ${snippet === undefined ? nothing : html`<pre class="code snippet" tabindex="0" aria-label=${snippet.title}>${snippet.text}</pre>`}
    ${factList({ at, duration, organizationId, operation, fault, latency, ignoredFields })}
    ${messageView({ title: "Request", headers: Object.entries(headers), body: requestBody, isCut: truncatedFields.includes("requestBody") })}
    ${
      responseHeaders === null
        ? html`<p class="hint">No response was sent.</p>`
        : messageView({
            title: "Response",
            headers: Object.entries(responseHeaders),
            body: responseBody ?? "",
            isCut: truncatedFields.includes("responseBody"),
          })
    }
  `;
}

/** Leaves out what the heading and the facts show already. */
function withoutRequest({ method, path, at }: JournalEntry, explanation: string): string {
  const beginning = `${method} ${path} `;
  const [reason = ""] = explanation.split(` It was received at ${at} `);
  if (!reason.startsWith(beginning)) return explanation;
  return reason.charAt(beginning.length).toUpperCase() + reason.slice(beginning.length + 1);
}
