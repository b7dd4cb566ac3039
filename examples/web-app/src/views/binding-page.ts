import type { ChannelBinding } from "@knowledge-base/sdk";
import { html } from "hono/html";
import type { Brain } from "../brains.ts";
import { flags } from "../flags.ts";
import { paths } from "../paths.ts";
import { channelName } from "./brain-page.ts";
import { layout, type View } from "./layout.ts";
import { noticeOf } from "./notice.ts";

interface BindingPage {
  readonly brain: Brain;
  readonly binding: ChannelBinding;
  readonly notice: string | undefined;
}

export const bindingPage = ({ brain, binding, notice }: BindingPage): View =>
  layout(
    `#${binding.channelName ?? binding.channelId}`,
    html`
      <nav aria-label="You are here"><a href="/">Your brains</a> <a href="${paths.brain(brain.id)}">${brain.name}</a></nav>
      <h1>${channelName(binding)}</h1>
      ${noticeOf(notice)}
      ${binding.status === "disabled" && html`<p class="notice">This channel is paused: it hears nothing until it is active again.</p>`}

      <form method="post" action="${paths.binding(brain.id, binding.id)}">
        <fieldset>
          <legend>What it hears of ${brain.name}</legend>
          ${flags.map(
            ({ name, label, hint }) => html`
              <label class="choice">
                <input type="checkbox" name="${name}" ${binding[name] && "checked"}>
                <span><strong>${label}</strong><small>${hint}</small></span>
              </label>`,
          )}
        </fieldset>
        <button class="primary">Save</button>
      </form>

      <section aria-labelledby="disconnect">
        <h2 id="disconnect">Disconnect</h2>
        <p>The channel hears nothing more of ${brain.name}. The workspace and other channels stay connected.</p>
        <form method="post" action="${paths.disconnect(brain.id, binding.id)}">
          <button class="danger">Disconnect the channel</button>
        </form>
      </section>`,
  );
