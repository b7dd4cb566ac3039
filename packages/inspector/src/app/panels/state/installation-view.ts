import { html, type TemplateResult } from "lit-html";
import { dataText } from "../../../components/data-text.ts";
import type { App } from "../../core/app.ts";
import { emptyState } from "../../core/empty-state.ts";
import { isMissing, loadedView } from "../../core/loaded-view.ts";
import { pagedList } from "../../core/paged-list.ts";

/** Renders an installation and its channels. */
export function installationView(app: App, organizationId: string, installationId: string): TemplateResult {
  const loaded = app.use("installations/get", { installationId }, organizationId);
  if (isMissing(loaded)) return loadedView(loaded, () => html``);
  return html`
    ${loadedView(
      loaded,
      ({ id, teamId, teamName }) => html`<header class="record-heading">
        <p class="kicker">Installation</p>
        <h2>${dataText(teamName)}</h2>
        <p class="hint id-line"><code>${dataText(id)}</code> <span>in the workspace</span> <code>${dataText(teamId)}</code></p>
      </header>`,
    )}
    <h3>Channels</h3>
    ${pagedList(
      app,
      `channels of ${installationId}`,
      (limit) => app.use("channels/list", { installationId, limit }, organizationId),
      (channels) =>
        channels.length === 0
          ? emptyState({
              title: "No channels.",
              text: "A brain can be bound to the channels of an installation. Create one with the control channels.create.",
            })
          : html`<div class="scroll" role="region" aria-label="Channels" tabindex="0"><table>
              <thead><tr><th scope="col">Channel</th><th scope="col">Id</th><th scope="col">Visibility</th><th scope="col">Bot</th></tr></thead>
              <tbody>
                ${channels.map(
                  ({ id, name, isPrivate, isMember }) => html`<tr>
                    <th scope="row">#${dataText(name)}</th>
                    <td><code>${dataText(id)}</code></td>
                    <td>${isPrivate ? "private" : "public"}</td>
                    <td>${isMember ? "member" : "not a member"}</td>
                  </tr>`,
                )}
              </tbody>
            </table></div>`,
    )}
  `;
}
