import { html, type TemplateResult } from "lit-html";
import { dataText } from "../../../components/data-text.ts";
import type { App } from "../../core/app.ts";
import { emptyState } from "../../core/empty-state.ts";
import { isMissing, loadedView } from "../../core/loaded-view.ts";
import { pagedList } from "../../core/paged-list.ts";
import { recordsOfOrganization } from "./records-of-organization.ts";

/** Renders an organization and its API keys. */
export function organizationView(app: App, organizationId: string): TemplateResult {
  const loaded = app.use("organizations/get", { organizationId });
  if (isMissing(loaded)) return loadedView(loaded, () => html``);
  return html`
    ${loadedView(
      loaded,
      ({ id, name, redirectUrl }) => html`<header class="record-heading">
        <p class="kicker">Organization</p>
        <h2>${dataText(name)}</h2>
        <p class="hint"><code>${dataText(id)}</code></p>
        <dl class="facts single">
          <div>
            <dt>Redirect URL</dt>
            <dd>
              ${
                redirectUrl === undefined
                  ? html`Not set <span class="hint">The server shows the result of an authorization on a page of its own.</span>`
                  : dataText(redirectUrl)
              }
            </dd>
          </div>
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
          ? emptyState({
              title: "No API keys.",
              text: "Without a key, no request can use the organization. Create one with the control apiKeys.create.",
            })
          : html`<div class="scroll" role="region" aria-label="API keys" tabindex="0"><table>
              <thead><tr><th scope="col">Key</th><th scope="col">Role</th></tr></thead>
              <tbody>${keys.map(({ key, role }) => html`<tr><td><code>${dataText(key)}</code></td><td>${dataText(role)}</td></tr>`)}</tbody>
            </table></div>`,
    )}
  `;
}
