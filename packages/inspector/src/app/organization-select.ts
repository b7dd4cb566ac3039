import { html, nothing, type TemplateResult } from "lit-html";
import type { App } from "./core/app.ts";
import { nameOf } from "./core/record-names.ts";
import { linkTo } from "./core/route.ts";

/** Renders the choice of the organization that the panels are about. */
export function organizationSelect(app: App): TemplateResult {
  const { organizationId } = app.model;
  const { value } = app.use("organizations/list", { limit: 1000 });
  const organizations = value ?? [];
  const isGone =
    organizationId !== null && value !== undefined && !organizations.some(({ id }) => id === organizationId);
  const choose = ({ target }: Event & { readonly target: HTMLSelectElement }) => {
    const chosen = target.value === "" ? null : target.value.slice(1);
    app.update({ organizationId: chosen, form: undefined, failure: undefined });
    const { panel, path } = app.model.route;
    const isOfAnother = panel === "state" && path[0] !== undefined && path[0] !== chosen;
    if (isOfAnother && chosen !== null) location.hash = linkTo("state", chosen);
  };
  return html`<select aria-label="Organization" @change=${choose}>
    <option value="" .selected=${organizationId === null}>All organizations</option>
    ${organizations.map(
      ({ id, name }) =>
        html`<option value=${`:${id}`} .selected=${id === organizationId}>${nameOf(name, id).slice(0, 60)}</option>`,
    )}
    ${isGone ? html`<option value=${`:${organizationId}`} .selected=${true}>${organizationId.slice(0, 60)} (deleted)</option>` : nothing}
  </select>`;
}
