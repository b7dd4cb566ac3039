import { html, nothing, type TemplateResult } from "lit-html";
import { dataText } from "../../components.ts";
import { load } from "../live.ts";
import { emptyState, factList, listView, loadedView, loading } from "../parts.ts";
import { type AppState, linkTo } from "../store.ts";
import { brainView } from "./brain-view.ts";
import { type AnyRecord, idOf, listRecords, mainOrganization, recordKinds, titleOf } from "./record-kinds.ts";
import { newButton, newForm, recordTable, recordTitle } from "./record-views.ts";

export function statePanel(state: AppState): TemplateResult {
  const { path } = state.route;
  const shown = path.length > 0 ? path : findFirstBrain(state);
  return html`<div class="panel split tree-split ${path.length > 1 ? "has-details" : ""}">
    <nav class="tree" aria-label="Organizations, brains and installations">
      <details ?open=${!matchMedia("(max-width: 60rem)").matches}>
        <summary>Organizations</summary>
        ${tree(state, shown ?? [])}
      </details>
      <p class="row">${newButton(state, "organizations")}</p>
    </nav>
    <section class="content stack" aria-label="Records">
      ${path.length > 1 ? html`<a class="back" href=${linkTo("state", ...path.slice(0, 1))}>Back</a>` : nothing}
      ${newForm(state, "organizations")} ${shown ? contentOf(state, shown) : loading}
    </section>
  </div>`;
}

// Undefined until it is known.
function findFirstBrain({ organizationId: chosen }: AppState): readonly string[] | undefined {
  const organizations = listRecords("organizations");
  const organizationId = mainOrganization(chosen);
  if (organizationId === undefined) return organizations.value || organizations.error !== undefined ? [] : undefined;
  const brains = listRecords("brains", { organizationId });
  if (brains.value === undefined && brains.error === undefined) return undefined;
  const [brain] = brains.value ?? [];
  return brain ? [organizationId, "brains", idOf("brains", brain)] : [organizationId];
}

function contentOf(state: AppState, [organizationId, kind, id, ...rest]: readonly string[]): unknown {
  if (organizationId === undefined) return emptyState("No organizations.", recordKinds.organizations.empty);
  if (kind === "brains" && id !== undefined) return brainView(state, { organizationId, brainId: id }, rest);
  if (kind === "installations" && id !== undefined) return installationView(state, organizationId, id);
  return organizationView(state, organizationId);
}

function tree(state: AppState, selected: readonly string[]): unknown {
  const { organizationId } = state;
  const opened = selected[0] ?? organizationId;
  const list = (organizations: readonly AnyRecord[]) => html`<ul>
    ${organizations.map((organization) => {
      const id = idOf("organizations", organization);
      if (organizationId !== null && organizationId !== id) return nothing;
      const link = treeLink(selected, [id], titleOf("organizations", organization));
      return html`<li>${link} ${id === opened ? recordsOf(id, selected) : nothing}</li>`;
    })}
  </ul>`;
  return listView(listRecords("organizations"), list);
}

function recordsOf(organizationId: string, selected: readonly string[]): unknown {
  return (["brains", "installations"] as const).map((kind) => {
    const link = (record: AnyRecord) =>
      html`<li>${treeLink(selected, [organizationId, kind, idOf(kind, record)], titleOf(kind, record))}</li>`;
    return listView(
      listRecords(kind, { organizationId }),
      (records) => html`<h2 class="hint">${recordKinds[kind].one}s</h2> <ul>${records.map(link)}</ul>`,
    );
  });
}

function treeLink(selected: readonly string[], path: readonly string[], title: string): TemplateResult {
  const isCurrent = linkTo("state", ...path) === linkTo("state", ...selected.slice(0, 3));
  return html`<a href=${linkTo("state", ...path)} aria-current=${isCurrent ? "page" : "false"}>
    ${dataText(title, 80)}<br /><small>${dataText(path.at(-1) ?? "", 60)}</small>
  </a>`;
}

function organizationView(state: AppState, organizationId: string): unknown {
  const owner = { organizationId };
  return loadedView(load("organizations/get", owner), (organization) => {
    const buttons = html`${newButton(state, "brains")} ${newButton(state, "installations")}`;
    return html`${recordTitle(state, "organizations", owner, { ...organization }, buttons)}
      ${newForm(state, "brains", owner)} ${newForm(state, "installations", owner)}
      ${factList({ redirectUrl: null, ...organization }, ["id", "name"])} ${recordTable(state, "apiKeys", owner)}`;
  });
}

function installationView(state: AppState, organizationId: string, installationId: string): unknown {
  return loadedView(load("installations/get", { installationId }, organizationId), (installation) => {
    const record = { ...installation };
    return html`${recordTitle(state, "installations", { organizationId }, record)}
      ${factList(record, ["id", "teamName", "organizationId"])} ${recordTable(state, "channels", { organizationId, installationId })}`;
  });
}
