import { html, type TemplateResult } from "lit-html";
import { dataText } from "../../../components/data-text.ts";
import type { App } from "../../core/app.ts";
import { loadedView } from "../../core/loaded-view.ts";
import { pagedList } from "../../core/paged-list.ts";
import { recordsOfOrganization } from "./records-of-organization.ts";

/** Renders an organization and its API keys. */
export function organizationView(app: App, organizationId: string): TemplateResult {
  return html`
    ${loadedView(
      app.use("organizations/get", { organizationId }),
      ({ id, name, redirectUrl }) => html`<header class="record-heading">
        <p class="kicker">Organization</p>
        <h2>${dataText(name)}</h2>
        <p class="hint"><code>${dataText(id)}</code></p>
        <dl class="facts">
          <div><dt>Redirect URL</dt><dd>${dataText(redirectUrl ?? "none: the server shows the callback on a page of its own")}</dd></div>
        </dl>
      </header>`,
    )}
    <div class="narrow-only">${recordsOfOrganization(app, organizationId, [organizationId])}</div>
    <h3>API keys</h3>
    ${pagedList(
      app,
      `keys of ${organizationId}`,
      (limit) => app.use("apiKeys/list", { limit }, organizationId),
      (keys) =>
        keys.length === 0
          ? html`<p class="hint">There are none.</p>`
          : html`<div class="scroll" role="region" aria-label="API keys" tabindex="0"><table>
              <thead><tr><th scope="col">Key</th><th scope="col">Role</th></tr></thead>
              <tbody>${keys.map(({ key, role }) => html`<tr><td><code>${dataText(key)}</code></td><td>${dataText(role)}</td></tr>`)}</tbody>
            </table></div>`,
    )}
  `;
}
