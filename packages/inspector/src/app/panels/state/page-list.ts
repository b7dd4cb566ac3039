import type { Page } from "@knowledge-base/types";
import { html, nothing, type TemplateResult } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { dataText } from "../../../components/data-text.ts";
import type { App } from "../../core/app.ts";
import { formatDay } from "../../core/format.ts";
import { pagedList } from "../../core/paged-list.ts";
import { linkTo } from "../../core/route.ts";
import type { BrainOfOrganization } from "./brain-of-organization.ts";
import { noPages } from "./no-pages.ts";
import { pageTags } from "./page-tags.ts";
import { pageView } from "./page-view.ts";

/** Renders the pages of a brain, and the selected one. */
export function pageList(app: App, brain: BrainOfOrganization, slug: string | undefined): TemplateResult {
  const { organizationId, brainId } = brain;
  return html`<div class="split pages ${slug === undefined ? "" : "has-details"}">
    <section class="master" aria-label="Pages">
      ${pagedList(
        app,
        `pages of ${organizationId} ${brainId}`,
        (limit) => app.use("pages/list", { brainId, limit }, organizationId),
        (pages) =>
          pages.length === 0
            ? noPages(app)
            : html`<ul class="cards">${pages.map((page) => pageCard(page, brain, page.slug === slug))}</ul>`,
      )}
    </section>
    ${slug === undefined ? nothing : pageView(app, brain, slug)}
  </div>`;
}

function pageCard(page: Page, { organizationId, brainId }: BrainOfOrganization, isSelected: boolean): TemplateResult {
  const { slug, title, summary, updatedAt, version } = page;
  const key = `${organizationId} ${brainId} ${slug}`;
  return html`<li class="card ${isSelected ? "selected" : ""}" ${ref((element) => (isSelected ? reveal(element, key) : undefined))}>
    <a href=${linkTo("state", organizationId, "brains", brainId, "pages", slug)} aria-current=${isSelected ? "true" : "false"}>
      ${dataText(title)}
    </a>
    <p class="hint clamp">${dataText(summary)}</p>
    <p class="meta">${pageTags(page)} <span>version ${version}</span> <time datetime=${updatedAt}>${formatDay(updatedAt)}</time></p>
  </li>`;
}

let revealed: { readonly element: Element; readonly key: string } | undefined;

/** Scrolls the selected page into view once: a link from another panel may select any page of the list. */
function reveal(element: Element | undefined, key: string): void {
  if (!element || (revealed?.element === element && revealed.key === key)) return;
  revealed = { element, key };
  requestAnimationFrame(() => element.scrollIntoView({ block: "nearest" }));
}
