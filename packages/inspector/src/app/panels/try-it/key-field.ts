import type { ApiKey } from "@knowledge-base/server";
import { html, type TemplateResult } from "lit-html";

/** Renders a field for an API key, with the keys of the selected organization as suggestions. */
export function keyField(keys: readonly ApiKey[]): TemplateResult {
  return html`<label class="wide">
    x-api-key
    <input name="apiKey" list="keys" autocomplete="off" spellcheck="false" placeholder="no key" .defaultValue=${keys[0]?.key ?? ""} />
    <datalist id="keys">${keys.map(({ key, role }) => html`<option value=${key}>${role}</option>`)}</datalist>
  </label>`;
}
