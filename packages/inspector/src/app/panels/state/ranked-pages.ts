import { html, type TemplateResult } from "lit-html";
import { dataText } from "../../../components/data-text.ts";
import type { App } from "../../core/app.ts";
import { loadedView } from "../../core/loaded-view.ts";
import { linkTo } from "../../core/route.ts";
import type { BrainOfOrganization } from "./brain-of-organization.ts";
import { pageTags } from "./page-tags.ts";

/** Renders the prompt index of a brain, with the reason for the position of each page. */
export function rankedPages(app: App, { organizationId, brainId }: BrainOfOrganization): TemplateResult {
  return loadedView(app.use("brains/rankPages", { brainId, limit: 100 }, organizationId), (pages) =>
    pages.length === 0
      ? html`<p class="empty">The brain has no pages.</p>`
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
  );
}
