import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { live } from "lit-html/directives/live.js";
import { repeat } from "lit-html/directives/repeat.js";
import { dataText, statusBadge } from "../components.ts";
import { faultTitle } from "./faults.ts";
import { maxRequests, resume } from "./live.ts";
import { button, emptyState, formatCount, noneOfOrganization } from "./parts.ts";
import { requestDetails } from "./request-details.ts";
import { call } from "./server.ts";
import { getState, linkTo, noFilter, perform, type RequestSummary, type State, update } from "./store.ts";

const outcomes = { all: "All", success: "Succeeded", failed: "Failed", fault: "With a fault" };

/** Renders the list of requests, and the selected one. */
export function requestsPanel(state: State): TemplateResult {
  const [selected] = state.route.path;
  const requests = selectRequests(state);
  return html`<div class="panel split ${selected === undefined ? "" : "has-details"}">
    <section class="master" aria-label="Requests">
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
                (request) =>
                  guard([request, request.id === selected], () => requestRow(request, request.id === selected)),
              )}
            </ol>`
      }
    </section>
    ${selected === undefined ? nothing : requestDetails(state, selected)}
  </div>`;
}

/** Returns the requests of the chosen organization. */
export function requestsOf({ requests = [], organizationId }: State): readonly RequestSummary[] {
  return organizationId === null ? requests : requests.filter((request) => request.organizationId === organizationId);
}

/** Returns the requests that match search and filter. */
function selectRequests(state: State): readonly RequestSummary[] {
  const { text, outcome } = state.filter;
  const searched = text.trim().toLowerCase();
  return requestsOf(state).filter((request) => isOutcome(request, outcome) && textOf(request).includes(searched));
}

function isOutcome({ reason, fault, latency }: RequestSummary, outcome: string): boolean {
  if (outcome === "all") return true;
  if (outcome === "fault") return fault !== null || latency > 0;
  return (reason === "success") === (outcome === "success");
}

function textOf({ method, path, query, status, organizationId, operation, message }: RequestSummary): string {
  return `${method} ${path}?${query} ${status} ${organizationId} ${operation} ${message}`.toLowerCase();
}

function toolbar(state: State, shown: number): TemplateResult {
  const { filter, held } = state;
  const size = requestsOf(state).length;
  const change = (changed: Partial<State["filter"]>) => update({ filter: { ...getState().filter, ...changed } });
  return html`<div class="row toolbar">
    <input type="search" aria-label="Search requests" aria-keyshortcuts="/" placeholder="Search path, status, operation…  ( / )" .value=${live(filter.text)}
      @input=${({ target }: InputEvent & { readonly target: HTMLInputElement }) => change({ text: target.value })} />
    <select aria-label="Filter requests" .value=${live(filter.outcome)}
      @change=${({ target }: Event & { readonly target: HTMLSelectElement }) => change({ outcome: target.value as keyof typeof outcomes })}>
      ${Object.entries(outcomes).map(([id, title]) => html`<option value=${id} ?selected=${id === filter.outcome}>${title}</option>`)}
    </select>
    <button type="button" aria-pressed=${held !== undefined} @click=${() => (held ? resume() : update({ held: [] }))}>
      ${held === undefined ? "Pause" : held.length === 0 ? "Resume" : `Resume (${held.length} new)`}
    </button>
    ${button("Clear", () => perform("Requests cleared.", () => call("journal/clear")))}
    <p class="soft" role="status">
      ${shown === size ? (size === maxRequests ? `Newest ${formatCount(size, "request")}` : formatCount(size, "request")) : `${shown} of ${formatCount(size, "request")}`}
    </p>
  </div>`;
}

function noRequests(state: State): TemplateResult {
  const { requests } = state;
  if (requests === undefined) return html`<p class="hint empty" aria-busy="true">Loading…</p>`;
  if (requests.length > 0 && requestsOf(state).length === 0) return noneOfOrganization(state);
  const clear = () => update({ filter: noFilter });
  if (requests.length > 0)
    return emptyState("No requests match.", "Try another word or filter.", button("Clear the search", clear));
  return emptyState(
    "No requests yet.",
    html`Send one to <code>/v1</code>, and it appears here with its response.`,
    html`<a href=${linkTo("try")}>Try an operation</a>`,
  );
}

function requestRow(request: RequestSummary, isSelected: boolean): TemplateResult {
  const { id, at, duration, method, path, query, status, operation, organizationId } = request;
  const [, prefix = "", rest = path] = /^(.*\/v1\/)(.*)$/.exec(path) ?? [];
  return html`<li>
    <a class="request" href=${linkTo("requests", id)} aria-current=${isSelected ? "true" : "false"} data-id=${id}>
      <span>${statusBadge(status, "none")}</span>
      <span class="method">${dataText(method, 12)}</span>
      <span class="path"><span class="soft">${prefix}</span>${dataText(rest)}<span class="soft">${query === "" ? "" : dataText(`?${query}`)}</span></span>
      <span class="fault">${requestTags(request)}</span>
      <span class="operation">${operation}</span>
      <span class="organization">${dataText(organizationId ?? "no organization", 60)}</span>
      <span class="duration">${Math.round(duration)} ms</span>
      <time class="time" datetime=${at}>${at.slice(11, 23)}</time>
    </a>
  </li>`;
}

/** Renders the fault and the latency that were applied to a request. */
function requestTags({ fault, latency }: RequestSummary): TemplateResult {
  return html`${fault === null ? nothing : html`<span class="tag warn">Fault: ${faultTitle(fault)}</span>`}
    ${latency > 0 ? html`<span class="tag warn">Latency ${latency.toLocaleString("en")} ms</span>` : nothing}`;
}
