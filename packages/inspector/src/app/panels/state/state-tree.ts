import { html, type TemplateResult } from "lit-html";
import type { App } from "../../core/app.ts";
import { loadedView } from "../../core/loaded-view.ts";
import { pagedList } from "../../core/paged-list.ts";
import { recordsOfOrganization } from "./records-of-organization.ts";
import { treeLink } from "./tree-link.ts";

interface NamedOrganization {
  readonly id: string;
  readonly name: string;
}

/** Renders the organizations, or the chosen one, and the brains and installations of the selected one. */
export function stateTree(app: App, selected: readonly string[]): TemplateResult {
  const { organizationId } = app.model;
  const opened = selected[0] ?? organizationId;
  const list = (organizations: readonly NamedOrganization[]) => html`<ul>
    ${organizations.map(
      ({ id, name }) => html`<li>
        ${treeLink(selected, [id], name, id)} ${id === opened ? recordsOfOrganization(app, id, selected) : ""}
      </li>`,
    )}
  </ul>`;
  return html`<nav class="tree" aria-label="Organizations, brains and installations">
    <h2 class="tree-title">${organizationId === null ? "Organizations" : "Organization"}</h2>
    ${
      organizationId === null
        ? pagedList(app, "organizations", (limit) => app.use("organizations/list", { limit }), list)
        : loadedView(app.use("organizations/get", { organizationId }), (organization) => list([organization]))
    }
  </nav>`;
}
