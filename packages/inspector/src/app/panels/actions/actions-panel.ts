import { html, type TemplateResult } from "lit-html";
import type { App } from "../../core/app.ts";
import { authorizationsSection } from "./authorizations-section.ts";
import { clockSection } from "./clock-section.ts";
import { faultsSection } from "./faults-section.ts";
import { stateSection } from "./state-section.ts";

/** Renders what can be done with the whole server, or with the selected organization. */
export function actionsPanel(app: App): TemplateResult {
  const scope = app.model.organizationId === null ? "the whole server" : "the selected organization";
  return html`<div class="panel sections">
    <p class="hint scope">These actions affect ${scope}. Choose an organization above to confine them.</p>
    ${clockSection(app)} ${faultsSection(app)} ${authorizationsSection(app)} ${stateSection(app)}
  </div>`;
}
