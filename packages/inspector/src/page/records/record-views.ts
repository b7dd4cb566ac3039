import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { dataText } from "../../components.ts";
import { formButton, formView } from "../forms.ts";
import { perform } from "../live.ts";
import { emptyState, listView } from "../parts.ts";
import { call } from "../server.ts";
import { type AppState, update } from "../store.ts";
import {
  type AnyRecord,
  idOf,
  listRecords,
  type Owner,
  type RecordKind,
  recordKinds,
  suggestValues,
  titleOf,
} from "./record-kinds.ts";

/** Renders name, id and buttons of a record, and its other fields. */
export function recordTitle(
  state: AppState,
  kind: RecordKind,
  owner: Owner,
  record: AnyRecord,
  more?: unknown,
): unknown {
  return html`<header class="row spread">
      <div>
        <p class="hint">${recordKinds[kind].one}</p>
        <h2>${dataText(titleOf(kind, record))}</h2>
        <p class="hint"><code>${dataText(idOf(kind, record))}</code></p>
      </div>
      <div class="row">${more} ${editButton(state, kind, record)}</div>
    </header>
    ${editForm(state, kind, owner, record)}`;
}

export function newButton(state: AppState, kind: RecordKind, isPrimary = false): TemplateResult {
  return formButton(state, `New ${recordKinds[kind].one}`, `new ${kind}`, { isPrimary });
}

/** Renders the form for a new record, if it is open. */
export function newForm(state: AppState, kind: RecordKind, owner?: Owner): unknown {
  const { one, create } = recordKinds[kind];
  if (state.form !== `new ${kind}`) return nothing;
  const { organizationId = null, ...parent } = owner ?? {};
  return formView(state, {
    name: `new ${kind}`,
    label: `New ${one}`,
    fields: create.map((each) =>
      owner && each.isRequired ? { ...each, values: suggestValues(each.name, owner) } : each,
    ),
    submit: "Create",
    run: (input) => call(`${kind}/create`, { ...parent, ...input }, organizationId),
    done: (created) => `Created the ${one} ${titleOf(kind, { ...created })}.`,
  });
}

export function editButton(state: AppState, kind: RecordKind, record: AnyRecord, isDisabled = false): TemplateResult {
  const label = recordKinds[kind].columns ? `Edit ${titleOf(kind, record).slice(0, 80)}` : "Edit";
  return formButton(state, "Edit", `edit ${kind} ${idOf(kind, record)}`, { isDisabled, label });
}

/** Renders the form of a record, if it is open. */
export function editForm(state: AppState, kind: RecordKind, owner: Owner, record: AnyRecord): unknown {
  const { one, update: fields } = recordKinds[kind];
  const name = `edit ${kind} ${idOf(kind, record)}`;
  if (state.form !== name) return nothing;
  return formView(state, {
    name,
    label: `Edit the ${one}`,
    fields: fields.map((field) => ({ ...field, initial: record[field.name] })),
    submit: "Save",
    run: (input) => updateRecord(kind, owner, record, input),
    done: (saved) => `Saved the ${one} ${titleOf(kind, { ...saved })}.`,
  });
}

function updateRecord(kind: RecordKind, owner: Owner, record: AnyRecord, input: object): Promise<object> {
  const { organizationId, ...parent } = owner;
  const address = { ...parent, [recordKinds[kind].inputField]: idOf(kind, record) };
  return call(kind === "pages" ? "pages/edit" : `${kind}/update`, { ...address, ...input }, organizationId);
}

/** Renders the records of a kind as a table, with a form for new ones. */
export function recordTable(state: AppState, kind: RecordKind, owner: Owner): TemplateResult {
  const { one, columns = [], empty } = recordKinds[kind];
  const table = (
    all: readonly AnyRecord[],
  ) => html`<div class="scroll" role="region" aria-label="${one}s" tabindex="0"><table>
    <thead><tr>${columns.map((title) => html`<th scope="col">${title}</th>`)}<td></td></tr></thead>
    <tbody>${all.map((record) => recordRow(state, kind, owner, record))}</tbody>
  </table></div>`;
  return html`<div class="row spread"><h3>${one}s</h3> ${newButton(state, kind)}</div>
    ${newForm(state, kind, owner)} ${listView(listRecords(kind, owner), table, () => emptyState(`No ${one}s.`, empty))}`;
}

function recordRow(state: AppState, kind: RecordKind, owner: Owner, record: AnyRecord): TemplateResult {
  const fields = recordKinds[kind].columns ?? [];
  const form = editForm(state, kind, owner, record);
  return html`<tr>
      ${fields.map((field, index) => {
        const cell = cellView(kind, owner, record, field);
        return index === 0 ? html`<th scope="row">${cell}</th>` : html`<td>${cell}</td>`;
      })}
      <td>${editButton(state, kind, record)}</td>
    </tr>
    ${form === nothing ? nothing : html`<tr><td colspan=${fields.length + 1}>${form}</td></tr>`}`;
}

function cellView(kind: RecordKind, owner: Owner, record: AnyRecord, field: string): TemplateResult {
  const value = record[field];
  if (field === recordKinds[kind].idField) return html`<code>${dataText(String(value))}</code>`;
  if (field === "status") return html`<span class="tag ${value}">${value}</span>`;
  if (typeof value !== "boolean")
    return dataText(field === recordKinds[kind].nameField ? titleOf(kind, record) : String(value));
  const change = async ({ target }: Event & { readonly target: HTMLInputElement }) => {
    const done = `Turned ${field} ${target.checked ? "on" : "off"} for ${titleOf(kind, record)}.`;
    await perform(done, () => updateRecord(kind, owner, record, { [field]: target.checked }));
    // If the change failed, the checkbox shows the old value again.
    update({});
  };
  const label = `${field}: ${titleOf(kind, record).slice(0, 80)}`;
  return html`<input type="checkbox" aria-label=${label} .checked=${live(value)} @change=${change} />`;
}
