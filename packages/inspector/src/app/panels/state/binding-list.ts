import type { ChannelBinding } from "@knowledge-base/types";
import { html, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { dataText } from "../../../components/data-text.ts";
import type { App } from "../../core/app.ts";
import { emptyState } from "../../core/empty-state.ts";
import { pagedList } from "../../core/paged-list.ts";
import type { BrainOfOrganization } from "./brain-of-organization.ts";

const flags = [
  ["notifyBriefs", "Daily brief"],
  ["notifyConnections", "Connections"],
  ["notifyChanges", "Changes"],
] as const;

/** Renders the bindings of a brain, whose flags and status can be changed. */
export function bindingList(app: App, { organizationId, brainId }: BrainOfOrganization): TemplateResult {
  const update = async (bindingId: string, change: object, done: string) => {
    await app.perform(done, () =>
      app.controls.call("bindings/update", { brainId, bindingId, ...change }, organizationId),
    );
    // A flag that could not be changed is shown as it is.
    app.update({});
  };
  return pagedList(
    app,
    `bindings of ${organizationId} ${brainId}`,
    (limit) => app.use("bindings/list", { brainId, limit }, organizationId),
    (bindings) =>
      bindings.length === 0
        ? emptyState({
            title: "No bindings.",
            text: "No channel is bound to the brain. A program creates a binding with the control bindings.create.",
          })
        : html`<ul class="cards">
            ${bindings.map((binding) => bindingCard(binding, update))}
          </ul>`,
  );
}

type Update = (bindingId: string, change: object, done: string) => Promise<unknown>;

function bindingCard(binding: ChannelBinding, update: Update): TemplateResult {
  const { id, channelName, channelId, status, teamId } = binding;
  const isActive = status === "active";
  const toggle = isActive ? "disabled" : "active";
  return html`<li class="card binding">
    <div>
      <h3>#${dataText(channelName ?? channelId)}</h3>
      <p class="meta">
        <span class="tag ${status}">${status}</span> <code>${dataText(id)}</code> <span>workspace ${dataText(teamId)}</span>
      </p>
    </div>
    <fieldset>
      <legend class="unseen">Notifications of #${dataText(channelName ?? channelId)}</legend>
      ${flags.map(
        ([flag, title]) => html`<label class="switch">
          <input
            type="checkbox"
            .checked=${live(binding[flag])}
            @change=${({ target }: Event & { readonly target: HTMLInputElement }) =>
              update(id, { [flag]: target.checked }, `${title} turned ${target.checked ? "on" : "off"}.`)}
          />
          ${title}
        </label>`,
      )}
    </fieldset>
    <button type="button" @click=${() => update(id, { status: toggle }, `The binding is ${toggle}.`)}>
      ${isActive ? "Disable" : "Enable"}
    </button>
  </li>`;
}
