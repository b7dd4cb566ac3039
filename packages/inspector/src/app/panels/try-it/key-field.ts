import { html, type TemplateResult } from "lit-html";
import type { App } from "../../core/app.ts";

/** Renders a field for an API key, with the keys of the selected organization as suggestions. */
export function keyField(app: App): TemplateResult {
  const { organizationId } = app.model;
  const keys = app.use("apiKeys/list", { limit: 100 }, organizationId).value ?? [];
  return html`<label class="wide">
    x-api-key
    <input name="apiKey" list="keys" autocomplete="off" spellcheck="false" placeholder="no key" .defaultValue=${keys[0]?.key ?? ""} />
    <datalist id="keys">${keys.map(({ key, role }) => html`<option value=${key}>${role}</option>`)}</datalist>
  </label>`;
}
