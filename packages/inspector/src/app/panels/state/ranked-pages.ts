import type { BrainsControl } from "@knowledge-base/server";
import { html, type TemplateResult } from "lit-html";
import { dataText } from "../../../components/data-text.ts";
import type { App } from "../../core/app.ts";
import { pagedList } from "../../core/paged-list.ts";
import { linkTo } from "../../core/route.ts";
import type { BrainOfOrganization } from "./brain-of-organization.ts";
import { noPages } from "./no-pages.ts";
import { pageTags } from "./page-tags.ts";

/** The limit applies to the pages of the index, and to those that are hidden from it. */
function isCut(pages: ReturnType<BrainsControl["rankPages"]>, limit: number): boolean {
  const hidden = pages.filter(({ position }) => position === null).length;
  return Math.max(hidden, pages.length - hidden) >= limit;
}

/** Renders the prompt index of a brain, with the reason for the position of each page. */
export function rankedPages(app: App, { organizationId, brainId }: BrainOfOrganization): TemplateResult {
  return pagedList(
    app,
    `index of ${organizationId} ${brainId}`,
    (limit) => app.use("brains/rankPages", { brainId, limit }, organizationId),
    (pages) =>
      pages.length === 0
        ? noPages(app)
        : html`<ol class="ranks">
          ${pages.map(
            (page) => html`<li class=${page.position === null ? "hidden-page" : ""}>
              <span class="rank">${page.position ?? "–"}</span>
              <div>
                <a href=${linkTo("state", organizationId, "brains", brainId, "pages", page.slug)}>${dataText(page.title)}</a>
                <p class="meta">${pageTags(page)}</p>
                <p class="hint">${dataText(page.why, 600)}.</p>
              </div>
            </li>`,
          )}
        </ol>`,
    { max: 500, isCut },
  );
}
