import { html, type TemplateResult } from "lit-html";
import type { App } from "../../core/app.ts";
import { pagedList } from "../../core/paged-list.ts";
import { recordsOfOrganization } from "./records-of-organization.ts";
import { treeLink } from "./tree-link.ts";

/** Renders the organizations, and the brains and installations of the selected one. */
export function stateTree(app: App, selected: readonly string[]): TemplateResult {
  return html`<nav class="tree" aria-label="Organizations, brains and installations">
    ${pagedList(
      app,
      "organizations",
      (limit) => app.use("organizations/list", { limit }),
      (organizations) => html`<ul>
        ${organizations.map(
          ({ id, name }) => html`<li>
            ${treeLink(selected, [id], name, id)}
            ${id === selected[0] ? recordsOfOrganization(app, id, selected) : ""}
          </li>`,
        )}
      </ul>`,
    )}
  </nav>`;
}
