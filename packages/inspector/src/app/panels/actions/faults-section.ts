import type { PlannedFault } from "@knowledge-base/server";
import { contract } from "@knowledge-base/types";
import { html, type TemplateResult } from "lit-html";
import { dataText } from "../../../components/data-text.ts";
import type { App } from "../../core/app.ts";
import { faultKinds, faultTitle } from "../../core/fault-kinds.ts";
import { formFailure, isInvalid } from "../../core/form-failure.ts";
import { formatCount } from "../../core/format.ts";
import { loadedView } from "../../core/loaded-view.ts";
import { readForm } from "../../core/read-form.ts";
import type { RequestFilter } from "../../core/request-log.ts";
import { linkTo } from "../../core/route.ts";
import { requestTags } from "../requests/request-row.ts";
import { toFaultInput } from "./fault-input.ts";

const formName = "fault";

/** The requests to which a fault was applied. */
const withFault: RequestFilter = { text: "", outcome: "fault" };

/** Renders a form that plans a fault, the planned ones, and the requests to which some were applied. */
export function faultsSection(app: App): TemplateResult {
  const { organizationId } = app.model;
  const requests = app.requests.select(withFault, organizationId).slice(0, 100);
  return html`<section class="section" aria-labelledby="faults-title">
    <h2 id="faults-title">Faults</h2>
    ${planForm(app)}
    <h3>Planned</h3>
    ${organizationId === null ? html`<p class="hint">Only faults for the whole server. Choose an organization above to see its faults.</p>` : ""}
    ${loadedView(app.use("faults/list", {}, organizationId), (faults) => plannedFaults(app, faults))}
    <h3>Applied to</h3>
    ${
      requests.length === 0
        ? html`<p class="hint">No request yet.</p>`
        : html`<ul class="plain">${requests.map(
            (request) => html`<li>
              ${requestTags(request)} <a href=${linkTo("requests", request.id)}>${dataText(`${request.method} ${request.path}`, 120)}</a>
            </li>`,
          )}</ul>`
    }
  </section>`;
}

function planForm(app: App): TemplateResult {
  const plan = async (event: SubmitEvent) => {
    const fields = readForm(event);
    const { kind: _, ...typed } = fields;
    await app.submit(formName, typed, "The fault was planned.", () =>
      app.controls.call("faults/add", toFaultInput(fields), app.model.organizationId),
    );
  };
  /** The details that fit the kind, in the form of the changed field. */
  const showExample = ({ target }: Event & { readonly target: HTMLSelectElement }) => {
    const details = target.form?.elements.namedItem("details");
    const example = faultKinds.find(([kind]) => kind === target.value)?.[2];
    if (details instanceof HTMLTextAreaElement && example !== undefined) details.value = example;
  };
  return html`<form class="form" aria-label="Plan a fault" @submit=${plan}>
    ${formFailure(app, formName)}
    <label>Kind
      <select name="kind" @change=${showExample}>${faultKinds.map(([kind, title]) => html`<option value=${kind}>${title}</option>`)}</select>
    </label>
    <label>Operation
      <select name="operation"><option value="">every operation</option>${Object.keys(contract).map((id) => html`<option>${id}</option>`)}</select>
    </label>
    <label>Times <input type="number" name="times" aria-invalid=${isInvalid(app, formName, "times")} min="1" placeholder="1" /></label>
    <label class="wide">Details <textarea name="details" aria-invalid=${isInvalid(app, formName, "details")} rows="2" spellcheck="false" class="code-field" .defaultValue=${faultKinds[0][2]}></textarea></label>
    <label class="wide">Only for requests with this input <input name="input" aria-invalid=${isInvalid(app, formName, "input")} class="code-field" autocomplete="off" placeholder='{ "slug": "energy-per-crossing" }' /></label>
    <div class="buttons"><button class="primary">Plan</button></div>
  </form>`;
}

function plannedFaults(app: App, faults: readonly PlannedFault[]): TemplateResult {
  const { organizationId } = app.model;
  if (faults.length === 0) return html`<p class="hint">No faults are planned.</p>`;
  return html`<ul class="plain">
      ${faults.slice(0, 100).map(
        (fault) => html`<li class="fault">
          <div class="fault-text">
            <p><span class="tag warn">${faultTitle(fault.kind)}</span> ${fault.operation ?? "every operation"}</p>
            <p class="hint">${describeUses(fault)}</p>
            <p class="hint">${dataText([fault.id, ...describeDetails(fault)].join(" · "), 300)}</p>
          </div>
          <button type="button" @click=${() => app.perform("The fault was removed.", () => app.controls.call("faults/remove", { id: fault.id }, organizationId))}>
            Remove
          </button>
        </li>`,
      )}
    </ul>
    <div class="buttons">
      <button type="button" @click=${() => app.perform("All faults were removed.", () => app.controls.call("faults/clear", {}, organizationId))}>Remove all</button>
    </div>`;
}

function describeUses({ times = 1, probability, uses }: PlannedFault): string {
  const left = probability === undefined ? `${formatCount(times - uses, "time")} left` : "until it is removed";
  return `${left}, ${uses === 0 ? "not used yet" : `used by ${formatCount(uses, "request")}`}`;
}

function describeDetails({
  id: _,
  kind: __,
  uses: ___,
  operation: ____,
  times: _____,
  ...details
}: PlannedFault): string[] {
  return Object.entries(details).map(([name, value]) =>
    name === "latency" ? `${JSON.stringify(value)} ms` : `${name} ${JSON.stringify(value)}`,
  );
}
