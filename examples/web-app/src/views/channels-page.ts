import type { Channel } from "@knowledge-base/sdk";
import { html } from "hono/html";
import type { Brain } from "../brains.ts";
import type { Installation } from "../messaging.ts";
import { paths } from "../paths.ts";
import { isolated, layout, type View } from "./layout.ts";

interface ShownChannel extends Channel {
  /** Whether it is bound to the brain already. */
  readonly isBound: boolean;
}

interface ChannelsPage {
  readonly brain: Brain;
  readonly installation: Installation;
  readonly channels: readonly ShownChannel[];
  /** Whether the submitted channel cannot be chosen. */
  readonly isRejected?: boolean;
}

export const channelsPage = ({ brain, installation, channels, isRejected }: ChannelsPage): View =>
  layout(
    "Choose a channel",
    html`
      <nav aria-label="You are here"><a href="/">Your brains</a> <a href="${paths.brain(brain.id)}">${brain.name}</a></nav>
      <h1>Choose a channel</h1>
      ${isRejected && html`<p class="notice bad" role="alert">Please choose a channel that the bot is a member of.</p>`}
      <p class="lead">It will hear what ${brain.name} learns. You can change what it hears at any time.</p>
      <form method="post" action="${paths.channels(brain.id, installation.id)}">
        <fieldset>
          <legend>Channels of ${isolated(installation.teamName)}</legend>
          ${channels.map((channel) => choice(channel))}
        </fieldset>
        ${
          channels.some((channel) => isFree(channel))
            ? html`<button class="primary">Connect the channel</button>`
            : html`<p>There is no channel to connect here. Invite the bot to one, then load this page again.</p>`
        }
      </form>`,
  );

const isFree = ({ isMember, isBound }: ShownChannel) => isMember && !isBound;

const choice = (channel: ShownChannel): View => html`
  <label class="choice">
    <input type="radio" name="channel" value="${channel.id}" required ${!isFree(channel) && "disabled"}>
    <span>
      <strong>${isolated(`#${channel.name}`)}</strong>
      ${channel.isPrivate && html`<span class="badge">Private</span>`}
      <small>${reason(channel)}</small>
    </span>
  </label>`;

function reason({ isBound, isMember }: ShownChannel): string | undefined {
  if (isBound) return "Is connected already.";
  if (!isMember) return "The bot is no member. Invite it there, then load this page again.";
  return undefined;
}
