import type { ChannelBinding, IndexEntry } from "@knowledge-base/sdk";
import { html } from "hono/html";
import type { Brain } from "../brains.ts";
import { flags } from "../flags.ts";
import type { Installation, MessagingStatus } from "../messaging.ts";
import { paths } from "../paths.ts";
import { isolated, layout, type View } from "./layout.ts";
import { noticeOf } from "./notice.ts";

interface BrainPage {
  readonly brain: Brain;
  readonly entries: readonly IndexEntry[];
  readonly status: MessagingStatus;
  readonly notice: string | undefined;
}

export const brainPage = ({ brain, entries, status, notice }: BrainPage): View =>
  layout(
    brain.name,
    html`
      <nav aria-label="You are here"><a href="/">Your brains</a></nav>
      <h1>${brain.name}</h1>
      ${noticeOf(notice)}
      <p class="lead">${brain.about}</p>

      <section aria-labelledby="channels">
        <h2 id="channels">Channels</h2>
        ${
          status.bindings.length > 0
            ? html`<ul class="cards">${status.bindings.map((binding) => bindingCard(binding))}</ul>`
            : html`<p>No channel hears of this brain yet. Connect a workspace, then choose a channel.</p>`
        }
      </section>

      <section aria-labelledby="workspaces">
        <h2 id="workspaces">Workspaces</h2>
        ${
          status.installations.length > 0 &&
          html`<ul class="cards">${status.installations.map((installation) => workspaceCard(brain, installation))}</ul>`
        }
        <form method="post" action="${paths.connect(brain.id)}">
          <button class="primary">Connect a workspace</button>
        </form>
      </section>

      <section aria-labelledby="pages">
        <h2 id="pages">What it knows</h2>
        <dl>${entries.map(({ title, summary }) => html`<dt>${isolated(title)}</dt><dd>${summary}</dd>`)}</dl>
      </section>`,
  );

const bindingCard = (binding: ChannelBinding): View => html`
  <li class="card row">
    <div>
      <h3><a href="${paths.binding(binding.brainId, binding.id)}">${channelName(binding)}</a></h3>
      <p>${heard(binding)}</p>
    </div>
    ${binding.status === "disabled" && html`<span class="badge">Paused</span>`}
  </li>`;

const workspaceCard = (brain: Brain, { id, teamName }: Installation): View => html`
  <li class="card row">
    <h3>${isolated(teamName)}</h3>
    <a href="${paths.channels(brain.id, id)}">Choose a channel<span class="unseen"> of ${teamName}</span></a>
  </li>`;

export const channelName = ({ channelName: given, channelId }: ChannelBinding): View =>
  isolated(`#${given ?? channelId}`);

function heard(binding: ChannelBinding): string {
  const on = flags.filter((flag) => binding[flag.name]).map(({ label }) => label);
  return on.length > 0 ? on.join(" · ") : "Hears nothing";
}
