import type { Fault, PlannedFault } from "@knowledge-base/server";
import { html, type TemplateResult } from "lit-html";
import { dataText } from "../../components.ts";
import { formView } from "../forms.ts";
import { button, formatCount, loadedView } from "../parts.ts";
import { linkTo } from "../route.ts";
import { call } from "../server.ts";
import { perform, type State, update } from "../store.ts";
import { load } from "../values.ts";
import { faultKinds, faultTitle, presets, targetFields } from "./fault-kinds.ts";

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
