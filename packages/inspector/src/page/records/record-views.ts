import { bindingStatuses } from "@knowledge-base/types/internal";
import { html, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { dataText } from "../../components.ts";
import { type Field, formButton } from "../forms.ts";
import { perform } from "../live.ts";
import { emptyState, listView } from "../parts.ts";
import { call } from "../server.ts";
import { update } from "../store.ts";
import {
  type AnyRecord,
  idOf,
  listRecords,
  type Owner,
  recordRows,
  type ShownKind,
  suggestValues,
  titleOf,
} from "./record-rows.ts";

/** Renders name, id and buttons of a record. */
export function recordTitle(kind: ShownKind, owner: Owner, record: AnyRecord, more?: unknown): TemplateResult {
  return html`<header class="row spread">
    <div>
      <p class="hint">${recordRows[kind].title}</p>
      <h2>${dataText(titleOf(kind, record))}</h2>
      <p class="hint"><code>${dataText(idOf(kind, record))}</code></p>
    </div>
    <div class="row">${more} ${editButton(kind, owner, record)}</div>
  </header>`;
}

/** Renders the button for a new record. All kinds but organizations need an owner. */
export function newButton(kind: ShownKind, owner?: Owner): TemplateResult {
  const title = recordRows[kind].title;
  const describeForm = () => ({
    name: `New ${title}`,
    fields: fieldsToCreate(kind, owner),
    submit: "Create",
    run: (input: object) => call(`${kind}/create`, { ...owner, ...input }),
    done: (created: object) => `Created the ${title} ${titleOf(kind, { ...created })}.`,
  });
  return formButton(`New ${title}`, describeForm);
}

export function editButton(kind: ShownKind, owner: Owner, record: AnyRecord, isDisabled = false): TemplateResult {
  const title = recordRows[kind].title;
  const describeForm = () => ({
    name: `Edit the ${title}`,
    fields: fieldsToEdit(kind, record),
    submit: "Save",
    run: (input: object) => {
      // A program may have changed the other fields meanwhile.
      const changed = Object.entries(input).filter(([name, value]) => value !== undefined && value !== record[name]);
      return updateRecord(kind, owner, record, changed.length === 0 ? input : Object.fromEntries(changed));
    },
    done: (saved: object) => `Saved the ${title} ${titleOf(kind, { ...saved })}.`,
  });
  const label = recordRows[kind].columns ? `Edit ${titleOf(kind, record).slice(0, 80)}` : "Edit";
  return formButton("Edit", describeForm, { isDisabled, label });
}

const generated = { placeholder: "Leave empty for a new one" };

// Any other field is a line of text.
const fields: Readonly<Record<string, Omit<Field, "name">>> = {
  id: generated,
  apiKey: generated,
  teamId: generated,
  slug: { placeholder: "Leave empty to make it from the title" },
  summary: { type: "area", placeholder: "Leave empty to take it from the body" },
  body: { type: "body", placeholder: "Markdown" },
  isPrivate: { type: "flag" },
  isMember: { type: "flag" },
  status: { type: "choice", values: bindingStatuses.map((value) => [value, value] as const) },
  channelName: { isRemovable: true },
  redirectUrl: { isRemovable: true },
};

function fieldsToCreate(kind: ShownKind, owner?: Owner): Field[] {
  return Object.entries(recordRows[kind].create).map(([name, need]) => {
    const isRequired = need === "required";
    return { name, isRequired, values: owner && isRequired ? suggestValues(name, owner) : [], ...fields[name] };
  });
}

function fieldsToEdit(kind: ShownKind, record: AnyRecord): Field[] {
  return Object.entries(recordRows[kind].edit).map(([name, need]) => {
    return { name, ...fields[name], placeholder: "", isRequired: need === "required", initial: record[name] };
  });
}

function updateRecord(kind: ShownKind, owner: Owner, record: AnyRecord, input: object): Promise<object> {
  const address = { ...owner, [recordRows[kind].inputField]: idOf(kind, record) };
  return call(kind === "pages" ? "pages/edit" : `${kind}/update`, { ...address, ...input });
}

/** Renders the records of a kind as a table, with a button for new ones. */
export function recordTable(kind: ShownKind, owner: Owner): TemplateResult {
  const { columns = [], empty } = recordRows[kind];
  const title = recordRows[kind].title;
  const table = (
    all: readonly AnyRecord[],
  ) => html`<div class="scroll" role="region" aria-label="${title}s" tabindex="0"><table>
    <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}<td></td></tr></thead>
    <tbody>${all.map((record) => recordRow(kind, owner, record, columns))}</tbody>
  </table></div>`;
  return html`<div class="row spread"><h3>${title}s</h3> ${newButton(kind, owner)}</div>
    ${listView(listRecords(kind, owner), table, () => emptyState(`No ${title}s.`, empty))}`;
}

function recordRow(kind: ShownKind, owner: Owner, record: AnyRecord, columns: readonly string[]): TemplateResult {
  const [first, ...others] = columns.map((field) => cellView(kind, owner, record, field));
  return html`<tr>
    <th scope="row">${first}</th> ${others.map((cell) => html`<td>${cell}</td>`)}
    <td>${editButton(kind, owner, record)}</td>
  </tr>`;
}

function cellView(kind: ShownKind, owner: Owner, record: AnyRecord, field: string): TemplateResult {
  const value = record[field];
  if (field === recordRows[kind].idField) return html`<code>${dataText(String(value))}</code>`;
  if (field === "status") return html`<span class="tag ${value}">${value}</span>`;
  if (typeof value !== "boolean")
    return dataText(field === recordRows[kind].nameField ? titleOf(kind, record) : String(value));
  const change = async ({ target }: Event & { readonly target: HTMLInputElement }) => {
    const done = `Turned ${field} ${target.checked ? "on" : "off"} for ${titleOf(kind, record)}.`;
    await perform(done, () => updateRecord(kind, owner, record, { [field]: target.checked }));
    // If the change failed, the checkbox shows the old value again.
    update({});
  };
  const label = `${field}: ${titleOf(kind, record).slice(0, 80)}`;
  return html`<input type="checkbox" aria-label=${label} .checked=${live(value)} @change=${change} />`;
}
