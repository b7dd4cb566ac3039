import type { OAuthControl } from "@knowledge-base/server";
import { html, type TemplateResult } from "lit-html";
import { dataText } from "../../../components/data-text.ts";
import type { App } from "../../core/app.ts";
import { formatDay } from "../../core/format.ts";
import { loadedView } from "../../core/loaded-view.ts";
import { readForm } from "../../core/read-form.ts";
import { brainName, organizationName } from "../../core/record-names.ts";
import { linkTo } from "../../core/route.ts";

/** Organizations whose authorizations are shown together: each needs a request of its own. */
const maxOrganizations = 100;

/** Renders the OAuth authorizations that wait for a decision. */
export function authorizationsSection(app: App): TemplateResult {
  const { organizationId } = app.model;
  return html`<section class="section" aria-labelledby="oauth-title">
    <h2 id="oauth-title">OAuth authorizations</h2>
    ${
      organizationId === null
        ? loadedView(
            app.use("organizations/list", { limit: maxOrganizations }),
            (organizations) =>
              html`${pendingOf(
                app,
                organizations.map(({ id }) => id),
              )}
            ${organizations.length === maxOrganizations ? html`<p class="hint">Only the authorizations of the first ${maxOrganizations} organizations are shown. Choose another organization above.</p>` : ""}`,
          )
        : pendingOf(app, [organizationId])
    }
  </section>`;
}

function pendingOf(app: App, organizationIds: readonly string[]): TemplateResult {
  const loaded = organizationIds.map((id) => app.use("oauth/pending", {}, id));
  const pending = loaded.flatMap(({ value }) => value ?? []);
  if (pending.length > 0) {
    return html`<ul class="plain">${pending.map((authorization) => authorizationView(app, authorization))}</ul>`;
  }
  // What is not loaded may be pending.
  const missing =
    loaded.find(({ value, error }) => value === undefined && error !== undefined) ??
    loaded.find(({ value }) => value === undefined);
  return loadedView<unknown>(
    missing ?? { value: pending, error: undefined },
    () =>
      html`<p class="hint">No pending authorizations. <a href=${linkTo("try", "oauth.start")}>Try oauth.start</a> to create one.</p>`,
  );
}

function authorizationView(app: App, authorization: ReturnType<OAuthControl["pending"]>[number]): TemplateResult {
  const { authorizationUrl, expiresAt, organizationId, brainId } = authorization;
  const approve = async (event: SubmitEvent) => {
    const { teamName } = readForm(event);
    await app.perform("The authorization was approved, and the installation created.", async () => {
      const input = { authorizationUrl, ...(teamName !== undefined && { teamName }) };
      const { code, state } = await app.controls.call("oauth/approve", input, organizationId);
      return app.controls.call("oauth/confirm", { code, state }, organizationId);
    });
  };
  const deny = () =>
    app.perform("The authorization was denied.", () =>
      app.controls.call("oauth/deny", { authorizationUrl }, organizationId),
    );
  return html`<li class="card">
    <p><strong>${dataText(brainName(app, organizationId, brainId), 80)}</strong> of ${dataText(organizationName(app, organizationId), 80)} <span class="hint">expires at ${formatDay(expiresAt)} UTC</span></p>
    <form class="inline-form" aria-label="Approve or deny the authorization" @submit=${approve}>
      <label>Name of the workspace <input name="teamName" autocomplete="off" placeholder="Workspace" maxlength="80" /></label>
      <button class="primary">Approve and confirm</button>
      <button type="button" @click=${deny}>Deny</button>
    </form>
  </li>`;
}
