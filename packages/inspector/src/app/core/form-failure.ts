import { html, nothing, type TemplateResult } from "lit-html";
import { dataText } from "../../components/data-text.ts";
import type { App } from "./app.ts";

/** Renders why the last submission of a form failed. */
export function formFailure(app: App, form: string): TemplateResult | typeof nothing {
  const { failure } = app.model;
  return failure?.form === form
    ? html`<p class="failure wide" role="alert">${dataText(failure.message, 1000)}</p>`
    : nothing;
}

/** Returns the value of `aria-invalid` for a field of a form. */
export function isInvalid(app: App, form: string, field: string): "true" | "false" {
  const { failure } = app.model;
  return failure?.form === form && failure.fields.includes(field) ? "true" : "false";
}
