import type { Fault, PlannedFault } from "@knowledge-base/server";
import { contract } from "@knowledge-base/types";
import { html, type TemplateResult } from "lit-html";
import { faultRows } from "./fault-rows.ts";
import { actionButton, type Field, formView } from "./forms.ts";
import { keepLoaded } from "./live.ts";
import { choice, factList, formatCount, loadedView, sectionView } from "./parts.ts";
import { noFilter } from "./request-list.ts";
import { linkTo } from "./routes.ts";
import { call } from "./server.ts";
import { type AppState, update } from "./store.ts";

const kindTitles = Object.entries(faultRows).map(([id, { title }]) => [id, title] as const);

const operations = [["", "every operation"] as const, ...Object.keys(contract).map((id) => [id, id] as const)];

const input: Field = {
  name: "input",
  title: "input (JSON)",
  type: "json",
  placeholder: '{ "slug": "energy-per-crossing" }',
};

const presets: readonly (readonly [more: string, fault: Fault])[] = [
  [" 503", { kind: "status", status: 503 }],
  [" 503, twice", { kind: "status", status: 503, times: 2 }],
  ["", { kind: "connection_reset" }],
  ["", { kind: "hang" }],
  ["", { kind: "truncated_json" }],
  [" 3 s", { kind: "latency", latency: 3000 }],
];

export function faultTitle(kind: Fault["kind"]): string {
  return faultRows[kind].title;
}

/** Returns what a fault does to a request: `isAfterCommit` if the operation is executed first. */
export function faultHint(kind: Fault["kind"], isAfterCommit = false): string {
  const { effect, fields } = faultRows[kind];
  return isAfterCommit && "afterCommit" in fields ? `executes the operation, then ${effect}` : effect;
}

export function faultTag(kind: Fault["kind"], isAfterCommit: boolean, text = faultTitle(kind)): TemplateResult {
  return html`<span class="tag warn" title=${faultHint(kind, isAfterCommit)}>${text}</span>`;
}

export function faultsSection(state: AppState): TemplateResult {
  const { organizationId, faultOperation: operation, faultKind: kind } = state;
  const plan = (input: object) =>
    call("faults/add", { organizationId, ...input, ...(operation !== "" && { operation }) });
  const showFaults = () => update({ filter: { ...noFilter, outcome: "fault" } });
  const planned = (title: string) => `Planned: ${title}${operation === "" ? "" : ` for ${operation}`}.`;
  const content = html`<label>
      Operation ${choice("Operation", operations, operation, (chosen) => update({ faultOperation: chosen }))}
    </label>
    <p class="hint">Break its next request with one click:</p>
    <ul class="stack" aria-label="Presets">
      ${presets.map(([more, fault]) => {
        const title = faultTitle(fault.kind) + more;
        return html`<li class="row">${actionButton(title, planned(title), () => plan(fault))}
          <span class="hint">${faultHint(fault.kind)}</span></li>`;
      })}
    </ul>
    <label>Or plan your own
      ${choice("Or plan your own", kindTitles, kind, (chosen) => update({ faultKind: chosen as Fault["kind"], failure: undefined }))}
      <span class="hint">${faultHint(kind)}</span>
    </label>
    ${formView(state, {
      name: "Plan a fault",
      fields: [...Object.entries(faultRows[kind].fields).map(([name, field]) => ({ name, ...field })), input],
      submit: "Plan",
      done: planned(faultTitle(kind)),
      run: (input) => plan({ kind, ...input }),
    })}
    <h3>Planned</h3>
    ${loadedView(keepLoaded("faults/list", { organizationId }), (faults) => plannedFaults(state, faults))}
    ${organizationId === null ? html`<p class="hint">To see an organization's own faults, choose it above.</p>` : ""}
    <p><a href=${linkTo("requests")} @click=${showFaults}>Show requests with faults</a></p>`;
  return sectionView("Faults", content);
}

function plannedFaults({ organizationId }: AppState, faults: readonly PlannedFault[]): TemplateResult {
  if (faults.length === 0) return html`<p class="hint">No faults are planned.</p>`;
  const remove = ({ id, kind }: PlannedFault) =>
    actionButton("Remove", `Removed: ${faultTitle(kind)}.`, () => call("faults/remove", { organizationId, id }));
  return html`<ul class="stack">
      ${faults.slice(0, 100).map(
        (fault) => html`<li class="row spread">
          <div>
            <p>${faultTag(fault.kind, runsFirst(fault))} ${fault.operation ?? "every operation"}</p>
            <p class="hint">${faultHint(fault.kind, runsFirst(fault))}; ${describeUses(fault)}</p>
            ${factList(fault, shownAbove)}
          </div>
          ${remove(fault)}
        </li>`,
      )}
    </ul>
    <div class="row">${actionButton("Remove all", "Removed all faults.", () => call("faults/clear", { organizationId }))}</div>`;
}

function runsFirst(fault: Fault): boolean {
  return "afterCommit" in fault && fault.afterCommit === true;
}

function describeUses({ kind, times = 1, probability, uses }: PlannedFault): string {
  const isCounted = "times" in faultRows[kind].fields && probability === undefined;
  const left = isCounted ? `${formatCount(times - uses, "time")} left` : "until you remove it";
  return `${left}, ${uses === 0 ? "not used yet" : `used by ${formatCount(uses, "request")}`}`;
}

const shownAbove = ["kind", "uses", "operation", "times", "skipped", "afterCommit"];
