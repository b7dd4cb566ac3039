import { html, type TemplateResult } from "lit-html";
import { dataText, jsonText, plainText } from "../../components.ts";
import { formatDay } from "../parts.ts";
import { type Ids, kindOfField, linkToRecord } from "./record-kinds.ts";

/** Renders the fields of a record, or of an entry about one, with their names. */
export function factList(record: object, ids: Ids = {}): TemplateResult {
  return html`<dl>
    ${Object.entries(record).map(([name, value]) => html`<div><dt>${name}</dt><dd>${valueView(name, value, { ...ids, ...record })}</dd></div>`)}
  </dl>`;
}

/** Renders a table with a row for each record, and a column for each of the fields. */
export function tableView(
  label: string,
  columns: readonly string[],
  records: readonly object[],
  idsOf: (record: object) => Ids,
): TemplateResult {
  const row = (record: object) => {
    const ids = idsOf(record);
    return html`<tr>${columns.map((name) => html`<td>${valueView(name, ids[name], ids)}</td>`)}</tr>`;
  };
  return html`<div class="scroll" role="region" aria-label=${label} tabindex="0"><table>
    <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
    <tbody>${records.map(row)}</tbody>
  </table></div>`;
}

/**
 * Renders the value of a field. The id of a record is a link to it.
 *
 * @param ids - has the ids of the records that own that record
 */
function valueView(name: string, value: unknown, ids: Ids): unknown {
  if (value === null || value === undefined || value === "") return "–";
  if (name === "slugs" && Array.isArray(value))
    return value.map((slug) => html`${recordLink("slug", { ...ids, slug })} `);
  if (name === "status") return html`<span class="tag ${value}">${value}</span>`;
  if (name === "embedding" && Array.isArray(value)) return `${value.length.toLocaleString("en")} numbers`;
  if (Array.isArray(value) && value.every((each) => typeof each !== "object"))
    return dataText(value.slice(0, 100).join(", ") || "–", 1000);
  if (typeof value === "object") return jsonText(JSON.stringify(value), true);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (name === "body") return plainText(text);
  if (/(?:^a|A)t$/.test(name)) return html`<time datetime=${text}>${formatDay(text)} UTC</time>`;
  return recordLink(name, ids) ?? dataText(text, 1000);
}

function recordLink(field: string, ids: Ids): TemplateResult | undefined {
  const kind = kindOfField(field);
  const link = kind && linkToRecord(kind, ids);
  return link === undefined ? undefined : html`<a href=${link}>${dataText(String(ids[field]), 120)}</a>`;
}
