import { html, type TemplateResult } from "lit-html";
import type { App } from "../../core/app.ts";
import { pagedList } from "../../core/paged-list.ts";
import { treeLink } from "./tree-link.ts";

/** Renders links to the brains and installations of an organization. */
export function recordsOfOrganization(app: App, organizationId: string, selected: readonly string[]): TemplateResult {
  const list = (
    kind: "brains" | "installations",
    title: string,
    items: readonly { readonly id: string; readonly name: string }[],
  ) =>
    items.length === 0
      ? html``
      : html`<h3 class="tree-title">${title}</h3>
          <ul>${items.map(({ id, name }) => html`<li>${treeLink(selected, [organizationId, kind, id], name, id)}</li>`)}</ul>`;
  return html`
    ${pagedList(
      app,
      `brains of ${organizationId}`,
      (limit) => app.use("brains/list", { limit }, organizationId),
      (brains) => list("brains", "Brains", brains),
    )}
    ${pagedList(
      app,
      `installations of ${organizationId}`,
      (limit) => app.use("installations/list", { limit }, organizationId),
      (installations) =>
        list(
          "installations",
          "Installations",
          installations.map(({ id, teamName }) => ({ id, name: teamName })),
        ),
    )}
  `;
}
