import type { Page } from "@knowledge-base/types";
import { html, nothing, type TemplateResult } from "lit-html";

/** Renders status and type of a page. */
export function pageTags({ status, pinned, pageType }: Pick<Page, "status" | "pinned" | "pageType">): TemplateResult {
  return html`<span class="tag ${status}">${status}</span>
    ${pinned ? html`<span class="tag pinned">pinned</span>` : nothing}
    <span class="tag">${pageType}</span>`;
}
