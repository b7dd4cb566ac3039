import { explainOutcome } from "@knowledge-base/internal/explain-outcome";
import type { JournalEntry, RequestSummary } from "@knowledge-base/server";
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { live } from "lit-html/directives/live.js";
import { repeat } from "lit-html/directives/repeat.js";
import { dataText, entryMessages, exchangeHeading, statusBadge, statusKind } from "../components.ts";
import { controlButton } from "./controls.ts";
import { liveQuery } from "./live.ts";
import { button, choice, emptyState, formatCount, loadedView, noneOfOrganization } from "./parts.ts";
import { factList } from "./records/values.ts";
import { toClientCode, toCurl } from "./request-code.ts";
import { filterRequests, maxRequests, noFilter, outcomes } from "./request-list.ts";
import { linkTo } from "./routes.ts";
import { baseUrl } from "./server.ts";
import { type AppState, copy, getState, requestsOf, update } from "./store.ts";

/** Renders the list of requests, and the selected one. */
export function requestsPanel(state: AppState): TemplateResult {
  const [selected] = state.route.path;
  const requests = filterRequests(requestsOf(state), state.filter);
  return html`<div class="panel split ${selected === undefined ? "" : "has-details"}">
    <section class="list" aria-label="Requests">
      ${toolbar(state, requests.length)}
      ${
        requests.length === 0
          ? noRequests(state)
          : html`<div class="request headings hint" aria-hidden="true">
              <span>Status</span><span>Method</span><span>Path</span><span></span><span class="operation">Operation</span>
              <span class="organization">Organization</span><span class="duration">Duration</span><span class="time">Time (UTC)</span>
            </div>
            <ol class="rows" aria-label="Requests, newest first">
              ${repeat(
                requests,
                ({ id }) => id,
                (request) => requestRow(request, selected),
              )}
            </ol>`
      }
    </section>
    ${selected === undefined ? nothing : requestView(state, selected)}
  </div>`;
}

function toolbar(state: AppState, shown: number): TemplateResult {
  const { filter, connection } = state;
  const size = requestsOf(state).length;
  const change = (changed: Partial<AppState["filter"]>) => update({ filter: { ...getState().filter, ...changed } });
  const setOutcome = (outcome: string) => change({ outcome: outcome as keyof typeof outcomes });
  return html`<div class="row toolbar">
    <input type="search" aria-label="Search requests" placeholder="Search path, status, operation…" .value=${live(filter.text)}
      @input=${({ target }: InputEvent & { readonly target: HTMLInputElement }) => change({ text: target.value })} />
    ${choice("Filter requests", Object.entries(outcomes), filter.outcome, setOutcome)}
    <button type="button" aria-label="Clear the search" ?disabled=${filter.text === "" && filter.outcome === "all"}
      @click=${() => update({ filter: noFilter })}>×</button>
    ${controlButton("journal/clear", {}, { isDisabled: connection === "lost" || size === 0 })}
    <p class="soft scope" role="status">
      ${shown === size ? (size === maxRequests ? "Newest " : "") : `${shown} of `}${formatCount(size, "request")}
    </p>
  </div>`;
}

function noRequests(state: AppState): TemplateResult {
  const { requests } = state;
  if (requests.length > 0 && requestsOf(state).length === 0) return noneOfOrganization;
  if (requests.length > 0) return emptyState("No requests match.", "Try another word or filter, or clear them with ×.");
  return emptyState(
    "No requests yet.",
    html`Send one to <code>/v1</code>, and it appears here with its response.`,
    html`<a href=${linkTo("try")}>Try an operation</a>`,
  );
}

function requestRow(request: RequestSummary, selected: string | undefined): unknown {
  const { id, at, duration, method, path, query, status, operation, organizationId, fault } = request;
  const search = query === "" ? "" : dataText(`?${query}`);
  const isSelected = id === selected;
  const render = () => html`<li>
    <a class="request" href=${linkTo("requests", id)} aria-current=${isSelected ? "true" : "false"} data-id=${id}>
      <span>${statusBadge(status, "–")}</span>
      <span class="method">${dataText(method, 12)}</span>
      <span class="path">${dataText(path)}<span class="soft">${search}</span></span>
      <span class="fault">${requestTags(request)}</span>
      <span class="operation hint">${operation}</span>
      <span class="organization hint">${dataText(organizationId ?? "no organization", 60)}</span>
      <span class="duration hint">${fault === "hang" ? "hung" : `${Math.round(duration)} ms`}</span>
      <time class="time hint" datetime=${at} title=${at}>${at.slice(11, 23)}</time>
    </a>
  </li>`;
  return guard([request, isSelected], render);
}

function requestTags({ fault, latency }: RequestSummary): TemplateResult {
  const tag = (text: string) => html`<span class="tag warn">${text}</span>`;
  return html`${fault === null ? nothing : tag(`Fault: ${fault}`)}
    ${latency > 0 ? tag(`Latency ${latency.toLocaleString("en")} ms`) : nothing}`;
}

function requestView(state: AppState, id: string): TemplateResult {
  return html`<article class="details content stack" aria-label="request">
    <a class="close" rel="up" href=${linkTo("requests")} aria-label="Close the request">×</a>
    ${loadedView(liveQuery("journal/get", { id }), (entry) => entryView(state, entry))}
  </article>`;
}

function entryView({ snippet }: AppState, entry: JournalEntry): TemplateResult {
  const { method, path, query, status } = entry;
  const kind = entry.reason === "success" ? "good" : status !== null && status < 400 ? "rejected" : statusKind(status);
  const curl = toCurl(entry, baseUrl);
  const code = toClientCode(entry, baseUrl);
  return html`
    <h2 class="row">${exchangeHeading(method, query === "" ? path : `${path}?${query}`, status)}</h2>
    <p class="reason ${kind}">${dataText(describeOutcome(entry), 2000)}</p>
    <div class="row">
      ${button("Copy as curl", () => copy("curl command", curl ?? ""), { isDisabled: curl === undefined })}
      ${button("Copy as client code", () => copy("Client code", code ?? ""), { isDisabled: code === undefined })}
    </div>
    ${snippet === undefined ? nothing : html`<pre class="code snippet" tabindex="0" aria-label=${snippet.title}>${snippet.text}</pre>`}
    ${factList(factsOf(entry))}
    ${entryMessages(entry)}
  `;
}

function factsOf(entry: JournalEntry): object {
  const { at, organizationId, operation, fault, committed, ignoredFields } = entry;
  const duration = fault === "hang" ? "hung until the caller gave up" : `${entry.duration} ms`;
  const latency = entry.latency > 0 ? `${entry.latency} ms` : undefined;
  const facts = {
    at,
    duration,
    organizationId,
    operation,
    fault,
    committed: fault && committed,
    latency,
    ignoredFields,
  };
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== null && value !== undefined && String(value) !== ""),
  );
}

function describeOutcome(entry: JournalEntry): string {
  const text = explainOutcome(entry, entry.fault === null ? "" : `“${entry.fault}”`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
