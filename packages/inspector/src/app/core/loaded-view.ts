import { html, type TemplateResult } from "lit-html";
import { dataText } from "../../components/data-text.ts";
import type { Loaded } from "./cache.ts";

/** Renders what was loaded from the server. */
export function loadedView<Value>(
  { value, error }: Loaded<Value>,
  render: (value: Value) => TemplateResult,
): TemplateResult {
  if (value !== undefined) return render(value);
  if (error !== undefined) return html`<p class="failure" role="alert">${dataText(error, 1000)}</p>`;
  return html`<p class="hint" aria-busy="true">Loading…</p>`;
}

/** Checks that there is nothing to show but an error. */
export function isMissing({ value, error }: Loaded<unknown>): boolean {
  return value === undefined && error !== undefined;
}
