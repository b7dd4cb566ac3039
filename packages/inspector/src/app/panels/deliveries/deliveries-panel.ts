import type { Delivery } from "@knowledge-base/server";
import { html, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { dataText } from "../../../components/data-text.ts";
import type { App } from "../../core/app.ts";
import { emptyState, showAllOrganizations } from "../../core/empty-state.ts";
import { formatCount } from "../../core/format.ts";
import { organizationName } from "../../core/record-names.ts";
import { linkTo } from "../../core/route.ts";
import { channelName } from "./channel-name.ts";
import { deliveryMessage } from "./delivery-message.ts";

/** Messages of a channel that are shown, the newest ones. */
const maxShown = 200;

/** Channels that are shown, beginning with the one that received a message first. */
const maxChannels = 200;

/** The deliveries of a channel, oldest first. */
interface ChannelDeliveries {
  readonly key: string;
  readonly path: readonly [organizationId: string, installationId: string, channelId: string];
  readonly deliveries: Delivery[];
}

/** Renders what each channel received, as the messaging platform would show it. */
export function deliveriesPanel(app: App): TemplateResult {
  const { route, organizationId } = app.model;
  const channels = groupByChannel(
    app.deliveries.filter((delivery) => organizationId === null || delivery.organizationId === organizationId),
  );
  const selected = channels.find(({ key }) => key === JSON.stringify(route.path)) ?? undefined;
  if (channels.length === 0) return html`<div class="panel">${noDeliveries(app)}</div>`;
  const shown = selected ?? channels[0];
  return html`<div class="panel tree-split ${selected ? "has-details" : ""}">
    <nav class="tree" aria-label="Channels">
      <ul>
        ${repeat(
          channels.slice(0, maxChannels),
          ({ key }) => key,
          (channel) => html`<li>
            <a href=${linkTo("deliveries", ...channel.path)} class=${channel === shown ? "shown" : ""} aria-current=${channel === selected ? "page" : "false"}>
              #${channelName(app, channel.path)} <small>${formatCount(channel.deliveries.length, "message")}</small>
            </a>
          </li>`,
        )}
      </ul>
      ${channels.length > maxChannels ? html`<p class="hint">${formatCount(channels.length - maxChannels, "more channel")} not shown.</p>` : ""}
      <p class="buttons">
        <button type="button" @click=${() => app.perform("The deliveries were cleared.", () => app.controls.call("deliveries/clear"))}>Clear</button>
      </p>
    </nav>
    ${shown ? channelView(app, shown) : ""}
  </div>`;
}

function noDeliveries(app: App): TemplateResult {
  const { organizationId } = app.model;
  if (organizationId !== null && app.deliveries.length > 0) {
    return emptyState({
      title: `None of ${organizationName(app, organizationId).slice(0, 60)}.`,
      text: "Only channels of other organizations have received something.",
      action: showAllOrganizations((change) => app.update(change)),
    });
  }
  return emptyState({
    title: "No deliveries yet.",
    text: html`A channel receives notifications about the brains that it is bound to: daily briefs, connections and changed
      pages. Edit a page, or send a daily brief.`,
    action: html`<a href=${linkTo("state")}>Open State</a>`,
  });
}

function channelView(app: App, { path, deliveries }: ChannelDeliveries): TemplateResult {
  const [organizationId, installationId, channelId] = path;
  const older = deliveries.length - maxShown;
  return html`<section class="tree-content channel" aria-label="Messages of the channel">
    <a class="back" href=${linkTo("deliveries")}>Back</a>
    <header class="record-heading">
      <p class="kicker">Channel</p>
      <h2>#${channelName(app, path)}</h2>
      <p class="hint id-line"><code>${dataText(channelId)}</code> <span>in</span> <a href=${linkTo("state", organizationId, "installations", installationId)}>${dataText(installationId)}</a></p>
    </header>
    ${older > 0 ? html`<p class="hint">${formatCount(older, "older message")} not shown.</p>` : ""}
    <div role="log" aria-label="Messages"><ol class="messages">
      ${repeat(
        deliveries.slice(-maxShown),
        ({ organizationId: owner, id }) => `${owner} ${id}`,
        (delivery) => deliveryMessage(app, delivery),
      )}
    </ol></div>
  </section>`;
}

function groupByChannel(deliveries: readonly Delivery[]): ChannelDeliveries[] {
  const channels = new Map<string, ChannelDeliveries>();
  for (const delivery of deliveries) {
    const path = [delivery.organizationId, delivery.installationId, delivery.channelId] as const;
    const key = JSON.stringify(path);
    const channel = channels.get(key) ?? { key, path, deliveries: [] };
    channel.deliveries.push(delivery);
    channels.set(key, channel);
  }
  return [...channels.values()];
}
