import type { Fault, PlannedFault } from "@knowledge-base/server";
import { contract } from "@knowledge-base/types";
import { html, type TemplateResult } from "lit-html";
import { dataText } from "../components.ts";
import { type Field, formView } from "./forms.ts";
import { load } from "./live.ts";
import { button, formatCount, loadedView } from "./parts.ts";
import { call } from "./server.ts";
import { linkTo, perform, type State, update } from "./store.ts";

const status: Field = { name: "status", type: "number", initial: 503 };
const latency: Field = { name: "latency", title: "latency in milliseconds", type: "number", initial: 2000 };
const retryAfter: Field = { name: "retryAfter", title: "retryAfter in seconds", type: "number" };
const afterCommit: Field = { name: "afterCommit", title: "afterCommit (execute first)", type: "flag" };
const json = (name: string, placeholder: string): Field => ({
  name,
  title: `${name} (JSON)`,
  type: "json",
  placeholder,
});
const anyBody = [
  json("headers", '{ "location": "/" }'),
  json("body", '{ "items": [] }'),
  json("merge", '{ "title": null }'),
];

/** The kinds of faults, with the fields that only they have. */
const faultKinds: Readonly<Record<Fault["kind"], { readonly title: string; readonly fields: readonly Field[] }>> = {
  status: { title: "Error status", fields: [status, retryAfter, afterCommit] },
  latency: { title: "Latency", fields: [latency, afterCommit] },
  hang: { title: "No response", fields: [afterCommit] },
  connection_reset: { title: "Connection reset", fields: [afterCommit] },
  gateway_html: { title: "HTML of a gateway", fields: [{ ...status, initial: 502 }, afterCommit] },
  stalled_body: { title: "Stalled body", fields: [] },
  truncated_json: { title: "Truncated JSON", fields: [] },
  response: { title: "Any response", fields: [{ ...status, initial: 200 }, ...anyBody] },
};

const operations = Object.keys(contract).map((id) => [id, id] as const);

/** The fields that all kinds have. */
const targetFields: readonly Field[] = [
  { name: "operation", type: "choice", values: [["", "every operation"], ...operations] },
  { name: "times", type: "number", placeholder: "1" },
  { name: "skip", title: "skip: requests that pass first", type: "number", placeholder: "0" },
  json("input", '{ "slug": "energy-per-crossing" }'),
];

/** Faults that are planned with one click. */
const presets: readonly (readonly [title: string, fault: Fault])[] = [
  ["503 once", { kind: "status", status: 503 }],
  ["503 twice, then success", { kind: "status", status: 503, times: 2 }],
  ["Lost response", { kind: "connection_reset", afterCommit: true }],
  ["Hang", { kind: "hang" }],
  ["Broken JSON", { kind: "truncated_json" }],
  ["Slow", { kind: "latency", latency: 3000 }],
];

/** Returns the title of a kind of fault. */
export function faultTitle(kind: string): string {
  return Object.hasOwn(faultKinds, kind) ? faultKinds[kind as Fault["kind"]].title : kind;
}

/** Renders presets, a form that plans a fault, the planned ones, and the requests to which some were applied. */
export function faultsSection(state: State): TemplateResult {
  const { organizationId } = state;
  const plan = (title: string, fault: Fault) =>
    perform(`Planned: ${title}.`, () => call("faults/add", fault, organizationId));
  return html`<section class="section stack" aria-labelledby="faults-title">
    <h2 id="faults-title">Faults</h2>
    <p class="hint">Break the next request with one click:</p>
    <div class="row" role="group" aria-label="Presets">${presets.map(([title, fault]) => button(title, () => plan(title, fault)))}</div>
    ${planForm(state)}
    <h3>Planned</h3>
    ${loadedView(load("faults/list", {}, organizationId), (faults) => plannedFaults(state, faults))}
    ${organizationId === null ? html`<p class="hint">To see an organization's own faults, choose it above.</p>` : ""}
    <p><a href=${linkTo("requests")} @click=${() => update({ filter: { text: "", outcome: "fault" } })}>See the requests that met a fault</a></p>
  </section>`;
}

function planForm(state: State): TemplateResult {
  const { organizationId } = state;
  const kind = state.faultKind as Fault["kind"];
  const choose = ({ target }: Event & { readonly target: HTMLSelectElement }) =>
    update({ faultKind: target.value, failure: undefined });
  return html`<label class="kind">Or plan your own
      <select @change=${choose}>
        ${Object.entries(faultKinds).map(([id, { title }]) => html`<option value=${id} ?selected=${id === kind}>${title}</option>`)}
      </select>
    </label>
    ${formView(state, {
      name: `fault ${kind}`,
      label: "Plan a fault",
      fields: [...faultKinds[kind].fields, ...targetFields],
      submit: "Plan",
      done: "The fault was planned.",
      run: (input) => call("faults/add", { kind, ...input }, organizationId),
    })}`;
}

function plannedFaults({ organizationId }: State, faults: readonly PlannedFault[]): TemplateResult {
  if (faults.length === 0) return html`<p class="hint">No faults are planned.</p>`;
  const remove = (id: string) => perform("Fault removed.", () => call("faults/remove", { id }, organizationId));
  return html`<ul class="stack">
      ${faults.slice(0, 100).map(
        (fault) => html`<li class="row spread">
          <div>
            <p><span class="tag warn">${faultTitle(fault.kind)}</span> ${fault.operation ?? "every operation"}</p>
            <p class="hint">${describeUses(fault)}</p>
            <p class="hint"><code>${dataText(describeDetails(fault))}</code></p>
          </div>
          ${button("Remove", () => remove(fault.id))}
        </li>`,
      )}
    </ul>
    <div class="row">${button("Remove all", () => perform("All faults removed.", () => call("faults/clear", {}, organizationId)))}</div>`;
}

function describeUses({ times = 1, probability, uses }: PlannedFault): string {
  const left = probability === undefined ? `${formatCount(times - uses, "time")} left` : "until you remove it";
  return `${left}, ${uses === 0 ? "not used yet" : `used by ${formatCount(uses, "request")}`}`;
}

/** Returns the fields that only some faults have. */
function describeDetails({ kind: _, uses: __, operation: ___, times: ____, ...details }: PlannedFault): string {
  return JSON.stringify(details);
}
