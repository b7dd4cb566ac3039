import { html, type TemplateResult } from "lit-html";
import { dataText } from "../../../components/data-text.ts";
import type { App } from "../../core/app.ts";
import { organizationName } from "../../core/record-names.ts";
import { authorizationsSection } from "./authorizations-section.ts";
import { clockSection } from "./clock-section.ts";
import { faultsSection } from "./faults-section.ts";
import { stateSection } from "./state-section.ts";

/** Renders what can be done with the whole server, or with the selected organization. */
export function actionsPanel(app: App): TemplateResult {
  const { organizationId } = app.model;
  return html`<div class="panel sections">
    <p class="hint affected">${
      organizationId === null
        ? "These actions affect the whole server. To limit them to one organization, choose it above."
        : html`These actions affect ${dataText(organizationName(app, organizationId), 60)} only.`
    }</p>
    <div class="column">${clockSection(app)} ${authorizationsSection(app)} ${stateSection(app)}</div>
    <div class="column">${faultsSection(app)}</div>
  </div>`;
}
