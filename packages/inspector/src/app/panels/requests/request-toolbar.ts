import { html, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { App } from "../../core/app.ts";
import { formatCount } from "../../core/format.ts";
import type { RequestFilter } from "../../core/request-log.ts";

const outcomes: readonly (readonly [RequestFilter["outcome"], string])[] = [
  ["all", "All"],
  ["success", "Succeeded"],
  ["rejected", "Failed"],
  ["fault", "With a fault"],
];

/** Renders search, filter and buttons of the list of requests. */
export function requestToolbar(app: App, shown: number): TemplateResult {
  const { filter, organizationId } = app.model;
  const { held } = app.requests;
  const size = app.requests.count(organizationId);
  const change = (changed: Partial<RequestFilter>) => app.update({ filter: { ...app.model.filter, ...changed } });
  return html`<div class="toolbar">
    <input
      type="search"
      aria-label="Search requests"
      placeholder="Search path, status, operation…"
      .value=${live(filter.text)}
      @input=${({ target }: InputEvent & { readonly target: HTMLInputElement }) => change({ text: target.value })}
    />
    <select
      aria-label="Filter requests"
      @change=${({ target }: Event & { readonly target: HTMLSelectElement }) =>
        change({ outcome: outcomes.find(([id]) => id === target.value)?.[0] ?? "all" })}
    >
      ${outcomes.map(([id, title]) => html`<option value=${id} .selected=${live(id === filter.outcome)}>${title}</option>`)}
    </select>
    <button
      type="button"
      aria-pressed=${held !== undefined}
      @click=${() => {
        if (held === undefined) app.requests.pause();
        else app.requests.resume();
        app.update({});
      }}
    >
      ${held === undefined ? "Pause" : held === 0 ? "Resume" : `Resume (${held} new)`}
    </button>
    <button type="button" @click=${() => app.perform("The journal was cleared.", () => app.controls.call("journal/clear"))}>Clear</button>
    <p class="count" role="status">${shown === size ? formatCount(size, "request") : `${shown} of ${formatCount(size, "request")}`}</p>
  </div>`;
}
