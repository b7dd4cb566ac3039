import { dataText, jsonText } from "@knowledge-base/inspector/components";
import type { State } from "@knowledge-base/server";
import { html, nothing, render, type TemplateResult } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { type Change, collections, listRecords, type StateRecord } from "../state-changes.ts";

/** Renders the state of the server, and the changes of the last run. */
export function renderState(state: State, changes: readonly Change[]): TemplateResult {
  return html`
    <h3>Changed by the last run</h3>
    ${changes.length === 0 ? html`<p class="empty">Nothing.</p>` : html`<ul class="changes">${firstOf(changes).map(renderChange)}</ul>`}
    ${renderRest(changes)}
    <h3>State of the server</h3>
    ${collections.map((collection) => {
      const records = listRecords(state, collection);
      return html`
        <details>
          <summary>${collection} <small>${records.length}</small></summary>
          <div class="records">${firstOf(records).map(renderRecord)}${renderRest(records)}</div>
        </details>
      `;
    })}
  `;
}

/** More items of a list would make the page too slow. */
const maxShown = 200;

function firstOf<Item>(items: readonly Item[]): readonly Item[] {
  return items.slice(0, maxShown);
}

function renderRest({ length }: readonly unknown[]): TemplateResult {
  return length > maxShown ? html`<p class="empty">And ${length - maxShown} more.</p>` : html``;
}

function renderChange({ collection, key, kind, fields }: Change): TemplateResult {
  return html`
    <li>
      <p>${kind} ${collection}: <code>${key}</code></p>
      ${
        fields.length === 0
          ? ""
          : html`
            <dl>
              ${fields.map(
                ({ name, before, after }) => html`
                  <dt>${name}</dt>
                  <dd><del>${shortened(before)}</del> → <ins>${shortened(after)}</ins></dd>
                `,
              )}
            </dl>
          `
      }
    </li>
  `;
}

/** Renders a record, and its fields only while it is open: the pages of a seed have tens of thousands of values. */
function renderRecord({ key, title, fields }: StateRecord): TemplateResult {
  const showFields = (details: EventTarget | null | undefined) => {
    if (!(details instanceof HTMLDetailsElement)) return;
    const place = details.querySelector("div");
    if (place) render(details.open ? jsonText(JSON.stringify(fields)) : nothing, place);
  };
  return html`
    <details ${ref(showFields)} @toggle=${({ currentTarget }: Event) => showFields(currentTarget)}>
      <summary><code>${dataText(key)}</code> ${dataText(title)}</summary>
      <div></div>
    </details>
  `;
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
