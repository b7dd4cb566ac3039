import type { RankedPage } from "@knowledge-base/server";
import { html, nothing, type TemplateResult } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { dataText } from "../../components.ts";
import { controlButton, recordButtons } from "../controls.ts";
import { type Loaded, liveQuery } from "../live.ts";
import { emptyState, listView, loadedView, tabs } from "../parts.ts";
import { linkTo } from "../routes.ts";
import type { AppState } from "../store.ts";
import {
  type AnyRecord,
  addressOf,
  type Ids,
  idOf,
  kindsBelow,
  linkToRecord,
  listRecords,
  nameOf,
  recordKinds,
  type ShownKind,
  titleOf,
} from "./record-kinds.ts";
import { factList, tableView } from "./values.ts";

interface Place {
  readonly kind: ShownKind;
  // The id of the record, and of those that own it.
  readonly ids: Ids;
}

/** Renders a record with the lists of the records that belong to it, or the list of organizations. */
export function statePanel({ route, organizationId }: AppState): TemplateResult {
  const path = route.path.length === 0 && organizationId !== null ? [organizationId] : route.path;
  const { places, list } = readPath(path);
  const shown = places.at(-1);
  const links = [
    html`<a href=${linkTo("state")} rel=${places.length === 1 ? "up" : nothing}>Organizations</a>`,
    ...places.map(({ kind, ids }, index) => {
      const isParent = index === places.length - 2;
      const above = isParent && shown ? [shown.kind] : [];
      return html` / <a href=${linkToRecord(kind, ids, ...above)} rel=${isParent ? "up" : nothing}>${dataText(nameOf(kind, ids), 60)}</a>`;
    }),
  ];
  return html`${keyed(
    path.join("/"),
    html`<div class="panel content stack">
      ${shown ? html`<nav aria-label="Records above">${links}</nav> ${recordView(shown, list)}` : recordList("organizations", {})}
    </div>`,
  )}`;
}

// A path such as `org_a/brains/brain_b/pages` leads to a record, and to one of its lists.
function readPath([organizationId, ...rest]: readonly string[]) {
  if (organizationId === undefined) return { places: [], list: undefined };
  const places: Place[] = [{ kind: "organizations", ids: { organizationId } }];
  for (let at = 0; at < rest.length - 1; at += 2) {
    const { kind, ids } = places[at / 2] as Place;
    const child = kindsBelow(kind).find((each) => each === rest[at]);
    if (child) places.push({ kind: child, ids: { ...ids, [recordKinds[child].referenceField]: rest[at + 1] } });
    else break;
  }
  return { places, list: rest[2 * (places.length - 1)] };
}

function recordView({ kind, ids }: Place, list: string | undefined): unknown {
  const loaded: Loaded<object> = liveQuery(`${kind}/get`, addressOf(kind, ids));
  return loadedView(loaded, (found) => {
    const record: AnyRecord = { ...found };
    return html`<article class="stack" aria-label=${recordKinds[kind].title}>
        <h2>${dataText(titleOf(kind, record), 2000)}</h2>
        <p class="row">${recordButtons(kind, ids, record)}</p>
        ${factList(record, ids)}
      </article>
      ${listsOf({ kind, ids }, list)}`;
  });
}

const promptIndex = "prompt-index";

// A brain also has the list of its pages in the order of the prompt index.
function listsOf({ kind, ids }: Place, chosen: string | undefined): unknown {
  const lists = [...kindsBelow(kind), ...(kind === "brains" ? ([promptIndex] as const) : [])];
  const list = lists.find((each) => each === chosen) ?? lists[0];
  if (list === undefined) return nothing;
  const links = lists.map((each) => {
    const title = each === promptIndex ? "prompt index" : `${recordKinds[each].title}s`;
    return [linkToRecord(kind, ids, each) ?? "", title, each === list] as const;
  });
  return html`${tabs("Lists", links)} ${list === promptIndex ? promptIndexView(ids) : recordList(list, ids)}`;
}

function recordList(kind: ShownKind, ids: Ids): TemplateResult {
  const { title, parent, referenceField, nameField, columns, empty } = recordKinds[kind];
  const known = parent ? addressOf(parent, ids) : {};
  const idsOf = (record: AnyRecord) => ({ ...ids, ...record, [referenceField]: idOf(kind, record) });
  const table = (records: readonly object[]) =>
    tableView(`${title}s`, [referenceField, nameField, ...columns], records, (record) => idsOf({ ...record }));
  return html`<p class="row">${controlButton(`${kind}/create`, known)}</p>
    ${listView(listRecords(kind, ids), table, () => emptyState(`No ${title}s.`, empty))}`;
}

function promptIndexView(ids: Ids): unknown {
  const columns = ["position", "slug", "title", "why", "status", "pinned", "pageType"];
  const limit = 500;
  const loaded: Loaded<readonly RankedPage[]> = liveQuery("brains/rankPages", { ...addressOf("brains", ids), limit });
  const table = (pages: readonly RankedPage[]) =>
    tableView("prompt index", columns, pages, (page) => ({ ...ids, ...page }));
  return listView(loaded, table, () => emptyState("No pages.", recordKinds.pages.empty), limit);
}
