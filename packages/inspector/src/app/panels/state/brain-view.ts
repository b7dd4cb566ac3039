import { html, type TemplateResult } from "lit-html";
import { dataText } from "../../../components/data-text.ts";
import type { App } from "../../core/app.ts";
import { isMissing, loadedView } from "../../core/loaded-view.ts";
import { nameOf } from "../../core/record-names.ts";
import { linkTo } from "../../core/route.ts";
import { bindingList } from "./binding-list.ts";
import { brainActions } from "./brain-actions.ts";
import type { BrainOfOrganization } from "./brain-of-organization.ts";
import { pageList } from "./page-list.ts";
import { rankedPages } from "./ranked-pages.ts";

const views = [
  ["pages", "Pages"],
  ["index", "Prompt index"],
  ["bindings", "Bindings"],
] as const;

/** Renders the pages of a brain, its prompt index, or its bindings. */
export function brainView(app: App, organizationId: string, brainId: string, path: readonly string[]): TemplateResult {
  const [view = "pages", slug] = path;
  const brain: BrainOfOrganization = { organizationId, brainId };
  const loaded = app.use("brains/get", { brainId }, organizationId);
  if (isMissing(loaded)) return loadedView(loaded, () => html``);
  return html`
    <header class="record-heading with-actions">
      <div>
        <p class="kicker">Brain</p>
        <h2>${dataText(nameOf(loaded.value?.name, brainId))}</h2>
        <p class="hint"><code>${dataText(brainId)}</code></p>
      </div>
      ${brainActions(app, brain)}
    </header>
    <nav class="subtabs" aria-label="Views of the brain">
      ${views.map(
        ([id, title]) =>
          html`<a href=${linkTo("state", organizationId, "brains", brainId, id)} aria-current=${id === view ? "page" : "false"}>${title}</a>`,
      )}
    </nav>
    ${view === "index" ? rankedPages(app, brain) : view === "bindings" ? bindingList(app, brain) : pageList(app, brain, slug)}
  `;
}
