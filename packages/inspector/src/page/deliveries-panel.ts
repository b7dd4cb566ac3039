import type { Delivery } from "@knowledge-base/server";
import { html, type TemplateResult } from "lit-html";
import { controlButton } from "./controls.ts";
import { liveQuery } from "./live.ts";
import { emptyState, formatCount, listView, noneOfOrganization } from "./parts.ts";
import { tableView } from "./records/values.ts";
import { linkTo } from "./routes.ts";
import type { AppState } from "./store.ts";

const columns = ["at", "organizationId", "channelId", "kind", "brainId", "slugs", "why"];

/** Returns the deliveries to the chosen organization, newest first. */
export function listDeliveries({ organizationId }: AppState): readonly Delivery[] {
  const { value = [] } = liveQuery("deliveries/list", {});
  return value.filter((each) => organizationId === null || each.organizationId === organizationId).toReversed();
}

/** Renders the notifications that channels received, and why. */
export function deliveriesPanel(state: AppState): TemplateResult {
  const deliveries = listDeliveries(state);
  const list = () => html`<div class="row spread">
      <h2>${formatCount(deliveries.length, "delivery", "deliveries")}</h2>
      ${controlButton("deliveries/clear", {})}
    </div>
    ${tableView("Deliveries, newest first", columns, deliveries, (delivery) => ({ ...delivery }))}`;
  const none = () =>
    emptyState(
      "No deliveries yet.",
      "Edit a page or send a daily brief, and you see here what each bound channel received.",
      html`<a href=${linkTo("state")}>Open State</a>`,
    );
  return html`<div class="panel content stack">
    ${listView(liveQuery("deliveries/list", {}), () => (deliveries.length === 0 ? noneOfOrganization : list()), none)}
  </div>`;
}
