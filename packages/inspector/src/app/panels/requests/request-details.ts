import type { JournalEntry } from "@knowledge-base/server";
import { html, nothing, type TemplateResult } from "lit-html";
import { dataText } from "../../../components/data-text.ts";
import { exchangeHeading } from "../../../components/exchange-heading.ts";
import { messageView } from "../../../components/message-view.ts";
import type { App } from "../../core/app.ts";
import { copyText } from "../../core/copy-text.ts";
import { faultTitle } from "../../core/fault-kinds.ts";
import { formatDay } from "../../core/format.ts";
import { loadedView } from "../../core/loaded-view.ts";
import { linkTo } from "../../core/route.ts";
import { toClientCode, toCurl } from "./request-snippets.ts";

/** Renders everything that the journal has about a request. */
export function requestDetails(app: App, id: string): TemplateResult {
  return html`<article class="details" aria-label="Details of the request">
    <a class="close" href=${linkTo("requests")} aria-label="Close the details">×</a>
    ${loadedView(
      app.useConstant(id, () => loadEntry(app, id)),
      ({ entry, explanation }) => entryView(app, entry, explanation),
    )}
  </article>`;
}

async function loadEntry(app: App, id: string) {
  const entry = await app.controls.call("journal/get", { id });
  return { entry, explanation: await app.controls.call("journal/explain", { entry }) };
}

function entryView(app: App, entry: JournalEntry, explanation: string): TemplateResult {
  const { method, path, query, status, headers, requestBody, responseHeaders, responseBody, truncatedFields } = entry;
  const code = toClientCode(entry);
  const { snippet } = app.model;
  return html`
    <h2 class="exchange-heading">${exchangeHeading(method, query === "" ? path : `${path}?${query}`, status)}</h2>
    <p class="reason">${dataText(withoutRequest(entry, explanation), 2000)}</p>
    <div class="buttons">
      <button type="button" @click=${() => copyText(app, "The curl command", toCurl(entry))}>Copy as curl</button>
      <button type="button" ?disabled=${code === undefined} @click=${() => copyText(app, "The client code", code ?? "")}>
        Copy as client code
      </button>
    </div>
    ${snippet === undefined ? nothing : html`<pre class="code snippet" tabindex="0" aria-label=${snippet.title}>${snippet.text}</pre>`}
    <dl class="facts">
      ${facts(entry).map(([name, value]) => html`<div><dt>${name}</dt><dd>${dataText(value)}</dd></div>`)}
    </dl>
    ${messageView({ title: "Request", headers: Object.entries(headers), body: requestBody, isCut: truncatedFields.includes("requestBody") })}
    ${
      responseHeaders === null
        ? html`<p class="hint">There was no response.</p>`
        : messageView({
            title: "Response",
            headers: Object.entries(responseHeaders),
            body: responseBody ?? "",
            isCut: truncatedFields.includes("responseBody"),
          })
    }
  `;
}

function facts(entry: JournalEntry): (readonly [name: string, value: string])[] {
  const { at, duration, organizationId, operation, fault, latency, ignoredFields } = entry;
  return [
    ["Received", `${formatDay(at)} UTC`],
    ["Duration", `${duration} ms`],
    ["Organization", organizationId ?? "None: the key is missing or not valid"],
    ["Operation", operation ?? "None has this method and path"],
    ...(fault === null ? [] : [["Fault", faultTitle(fault)] as const]),
    ...(latency === 0 ? [] : [["Latency", `${latency} ms`] as const]),
    ...(ignoredFields.length === 0 ? [] : [["Ignored fields", ignoredFields.join(", ")] as const]),
  ];
}

/** Leaves out what the heading and the facts show already. */
function withoutRequest({ method, path, at }: JournalEntry, explanation: string): string {
  const beginning = `${method} ${path} `;
  const [reason = ""] = explanation.split(` It was received at ${at} `);
  if (!reason.startsWith(beginning)) return explanation;
  return reason.charAt(beginning.length).toUpperCase() + reason.slice(beginning.length + 1);
}
