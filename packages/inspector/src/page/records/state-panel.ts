import { html, nothing, type TemplateResult } from "lit-html";
import { dataText } from "../../components.ts";
import { keepLoaded, type Loaded } from "../live.ts";
import { emptyState, factList, listView, loadedView, loading } from "../parts.ts";
import { linkTo } from "../routes.ts";
import type { AppState } from "../store.ts";
import { brainView } from "./brain-view.ts";
import {
  type AnyRecord,
  idOf,
  knownRecords,
  listRecords,
  mainOrganization,
  type Owner,
  recordRows,
  type ShownKind,
  titleOf,
} from "./record-rows.ts";
import { newButton, recordTable, recordTitle } from "./record-views.ts";

export function statePanel(state: AppState): TemplateResult {
  const { path } = state.route;
  const shown = path.length > 0 ? path : findFirstBrain(state);
  return html`<div class="panel split tree-split ${path.length > 1 ? "has-details" : ""}">
    <nav class="tree" aria-label="Organizations, brains and installations">
      <details ?open=${!matchMedia("(max-width: 60rem)").matches}>
        <summary>Organizations</summary>
        ${tree(state, shown ?? [])}
      </details>
      <p class="row">${newButton("organizations")}</p>
    </nav>
    <section class="content stack" aria-label="Records">
      ${path.length > 1 ? html`<a class="back" href=${linkTo("state", ...path.slice(0, 1))}>Back</a>` : nothing}
      ${shown ? contentOf(shown) : loading}
    </section>
  </div>`;
}

// Undefined until it is known.
function findFirstBrain({ organizationId: chosen }: AppState): readonly string[] | undefined {
  const organizationId = mainOrganization(chosen);
  if (organizationId === undefined) return knownRecords("organizations") && [];
  const brains = knownRecords("brains", { organizationId });
  const [brain] = brains ?? [];
  return brains && [organizationId, ...(brain ? ["brains", idOf("brains", brain)] : [])];
}

function contentOf([organizationId, kind, id, ...rest]: readonly string[]): unknown {
  if (organizationId === undefined) return emptyState("No organizations.", recordRows.organizations.empty);
  const owner = { organizationId };
  if (kind === "brains" && id !== undefined) return brainView({ organizationId, brainId: id }, rest);
  if (kind === "installations" && id !== undefined)
    return recordView("installations", { organizationId, installationId: id }, "channels");
  const buttons = html`${newButton("brains", owner)} ${newButton("installations", owner)}`;
  return recordView("organizations", owner, "apiKeys", buttons);
}

// Renders a record, and the table of the records that it owns.
function recordView(
  kind: "organizations" | "installations",
  owner: Owner,
  owned: ShownKind,
  buttons?: unknown,
): unknown {
  const shownAbove = ["id", "organizationId", recordRows[kind].nameField];
  const loaded: Loaded<object> = keepLoaded(`${kind}/get`, owner);
  return loadedView(
    loaded,
    (record) =>
      html`${recordTitle(kind, owner, { ...record }, buttons)} ${factList(record, shownAbove)} ${recordTable(owned, owner)}`,
  );
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
      (records) => html`<h2 class="hint">${recordRows[kind].title}s</h2> <ul>${records.map(link)}</ul>`,
    );
  });
}

function treeLink(selected: readonly string[], path: readonly string[], title: string): TemplateResult {
  const isCurrent = linkTo("state", ...path) === linkTo("state", ...selected.slice(0, 3));
  return html`<a href=${linkTo("state", ...path)} aria-current=${isCurrent ? "page" : "false"}>
    ${dataText(title, 80)}<br /><small>${dataText(path.at(-1) ?? "", 60)}</small>
  </a>`;
}
