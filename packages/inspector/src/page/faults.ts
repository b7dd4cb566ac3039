import type { Fault, PlannedFault } from "@knowledge-base/server";
import { html, type TemplateResult } from "lit-html";
import { controlButton, faultSchemas, schemaFields } from "./controls.ts";
import { actionButton, formButton } from "./forms.ts";
import { liveQuery } from "./live.ts";
import { loadedView, sectionView } from "./parts.ts";
import { factList } from "./records/values.ts";
import { noFilter } from "./request-list.ts";
import { linkTo } from "./routes.ts";
import { call } from "./server.ts";
import { type AppState, update } from "./store.ts";

const presets: Readonly<Record<string, Fault>> = {
  "Status 503": { kind: "status", status: 503 },
  "Status 503, twice": { kind: "status", status: 503, times: 2 },
  "Connection reset": { kind: "connection_reset" },
  "No response": { kind: "hang" },
  "Truncated JSON": { kind: "truncated_json" },
  "3 s late": { kind: "latency", latency: 3000 },
};

export function faultsSection({ organizationId }: AppState): TemplateResult {
  const planned = (title: string) => `Planned: ${title}.`;
  const preset = ([title, fault]: readonly [string, Fault]) =>
    actionButton(title, planned(title), () => call("faults/add", { organizationId, ...fault }));
  const kinds = Array.from(faultSchemas(), ([kind, schema]) =>
    formButton(`${kind}…`, () => ({
      name: `Plan the fault ${kind}`,
      text: schema.description ?? "",
      fields: schemaFields(schema, { kind }),
      submit: "Plan",
      done: planned(kind),
      run: (input) => call("faults/add", { organizationId, kind, ...input }),
    })),
  );
  const showFaults = () => update({ filter: { ...noFilter, outcome: "fault" } });
  const content = html`<p class="hint">Break the next request with one click:</p>
    <div class="row">${Object.entries(presets).map(preset)}</div>
    <p class="hint">Or plan your own:</p>
    <div class="row">${kinds}</div>
    <h3>Planned</h3>
    ${loadedView(liveQuery("faults/list", { organizationId }), (faults) => plannedFaults(organizationId, faults))}
    ${organizationId === null ? html`<p class="hint">To see an organization's own faults, choose it above.</p>` : ""}
    <p><a href=${linkTo("requests")} @click=${showFaults}>Show requests with faults</a></p>`;
  return sectionView("Faults", content);
}

function plannedFaults(organizationId: string | null, faults: readonly PlannedFault[]): TemplateResult {
  if (faults.length === 0) return html`<p class="hint">No faults are planned.</p>`;
  return html`${faults.slice(0, 100).map(
    (fault) => html`<div class="row spread">
      ${factList(fault)}
      ${actionButton("Remove", `Removed: ${fault.id}.`, () => call("faults/remove", { organizationId, id: fault.id }))}
    </div>`,
  )}
  <p>${controlButton("faults/clear", { organizationId })}</p>`;
}
