import { html, type TemplateResult } from "lit-html";
import type { App } from "../../core/app.ts";
import { emptyState } from "../../core/empty-state.ts";

/** Renders that a brain has no pages. */
export function noPages(app: App): TemplateResult {
  return emptyState({
    title: "No pages.",
    text: "The pages of the brain appear here, and in its prompt index.",
    action: html`<button type="button" @click=${() => app.update({ form: "create" })}>Create a page</button>`,
  });
}
