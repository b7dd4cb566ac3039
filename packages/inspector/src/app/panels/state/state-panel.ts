import { html, type TemplateResult } from "lit-html";
import type { App } from "../../core/app.ts";
import { emptyState } from "../../core/empty-state.ts";
import { linkTo } from "../../core/route.ts";
import { brainView } from "./brain-view.ts";
import { installationView } from "./installation-view.ts";
import { organizationView } from "./organization-view.ts";
import { stateTree } from "./state-tree.ts";

/** Renders the records of the server. */
export function statePanel(app: App): TemplateResult {
  const { path } = app.model.route;
  const [organizationId, kind, id, ...rest] = path;
  return html`<div class="panel tree-split ${organizationId === undefined ? "" : "has-details"}">
    ${stateTree(app, path)}
    <section class="tree-content" aria-label="Records">
      ${organizationId === undefined ? "" : html`<a class="back" href=${linkTo("state", ...(kind === undefined ? [] : [organizationId]))}>Back</a>`}
      ${content(app, organizationId, kind, id, rest)}
    </section>
  </div>`;
}

function content(
  app: App,
  organizationId: string | undefined,
  kind: string | undefined,
  id: string | undefined,
  rest: readonly string[],
): TemplateResult {
  if (organizationId === undefined)
    return emptyState({
      title: "Nothing is selected.",
      text: "Choose an organization, a brain or an installation.",
    });
  if (kind === "brains" && id !== undefined) return brainView(app, organizationId, id, rest);
  if (kind === "installations" && id !== undefined) return installationView(app, organizationId, id);
  return organizationView(app, organizationId);
}
