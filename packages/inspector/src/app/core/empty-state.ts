import { html, nothing, type TemplateResult } from "lit-html";

/** Text and action of a view without records. */
interface EmptyState {
  readonly title: string;
  /** A sentence that says which records are listed here, or why there are none. */
  readonly text: string | TemplateResult;
  /** A link or a button for the next step. */
  readonly action?: TemplateResult;
}

/** Renders that there is nothing to show, and what to do next. */
export function emptyState({ title, text, action }: EmptyState): TemplateResult {
  return html`<div class="empty">
    <p><strong>${title}</strong></p>
    <p>${text}</p>
    ${action === undefined ? nothing : html`<p>${action}</p>`}
  </div>`;
}

/** Renders a button that ends the choice of an organization. */
export function showAllOrganizations(update: (change: { readonly organizationId: null }) => void): TemplateResult {
  return html`<button type="button" @click=${() => update({ organizationId: null })}>Show all organizations</button>`;
}
