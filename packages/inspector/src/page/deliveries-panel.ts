import type { Delivery } from "@knowledge-base/server";
import { html, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { dataText } from "../components.ts";
import { deleteButton } from "./forms.ts";
import { keepLoaded } from "./live.ts";
import { emptyState, formatCount, formatDay, listView, noneOfOrganization } from "./parts.ts";
import { nameOf } from "./records/record-rows.ts";
import { linkTo } from "./routes.ts";
import type { AppState } from "./store.ts";

const titles = { brief: "Daily brief of", connection: "New connection in", change: "Page updated in" };

/** Returns the deliveries to the chosen organization, newest first. */
export function listDeliveries({ organizationId }: AppState): readonly Delivery[] {
  const { value = [] } = keepLoaded("deliveries/list", {});
  return value.filter((each) => organizationId === null || each.organizationId === organizationId).toReversed();
}

/** Renders the notifications that channels received, and why. */
export function deliveriesPanel(state: AppState): TemplateResult {
  const deliveries = listDeliveries(state);
  const list = () => html`<div class="row spread">
      <h2>${formatCount(deliveries.length, "delivery", "deliveries")}</h2>
      ${deleteButton("deliveries", "deliveries/clear")}
    </div>
    <ol class="cards" aria-label="Deliveries, newest first">
      ${repeat(deliveries, ({ organizationId, id }) => `${organizationId} ${id}`, deliveryCard)}
    </ol>`;
  const none = () =>
    emptyState(
      "No deliveries yet.",
      "Edit a page or send a daily brief, and you see here what each bound channel received.",
      html`<a href=${linkTo("state")}>Open State</a>`,
    );
  return html`<div class="panel content stack">
    ${listView(keepLoaded("deliveries/list", {}), () => (deliveries.length === 0 ? noneOfOrganization : list()), none)}
  </div>`;
}

function deliveryCard({ kind, at, slugs, why, ...address }: Delivery): TemplateResult {
  const { organizationId, brainId, installationId, channelId } = address;
  const link = (text: string, ...path: readonly string[]) =>
    html`<a href=${linkTo("state", organizationId, ...path)}>${dataText(text, 120)}</a>`;
  const channel = nameOf("channels", { organizationId, installationId }, channelId);
  return html`<li class="card">
    <p class="row hint">
      <strong>${link(`#${channel}`, "installations", installationId)}</strong> <time datetime=${at}>${formatDay(at)}</time>
    </p>
    <p>
      ${titles[kind]} ${link(nameOf("brains", { organizationId }, brainId), "brains", brainId)}${slugs.map(
        (slug, index) => html`${index === 0 ? ": " : " and "}${link(slug, "brains", brainId, "pages", slug)}`,
      )}
    </p>
    <p class="hint">Why: ${dataText(why, 600)}.</p>
  </li>`;
}
