import type { Delivery } from "@knowledge-base/server";
import { html, type TemplateResult } from "lit-html";
import { dataText } from "../../../components/data-text.ts";
import type { App } from "../../core/app.ts";
import { formatDay } from "../../core/format.ts";
import { linkTo } from "../../core/route.ts";

const titles: Readonly<Record<Delivery["kind"], string>> = {
  brief: "Daily brief of",
  connection: "New connection in",
  change: "Page updated in",
};

/** Renders a notification as a message in a channel. */
export function deliveryMessage(app: App, delivery: Delivery): TemplateResult {
  const { kind, at, organizationId, brainId, slugs, why } = delivery;
  const brain = app.use("brains/get", { brainId }, organizationId);
  const link = (slug: string) =>
    html`<a href=${linkTo("state", organizationId, "brains", brainId, "pages", slug)}>${dataText(slug, 120)}</a>`;
  const [first, second] = slugs;
  return html`<li class="chat">
    <span class="avatar kind-${kind}" aria-hidden="true">KB</span>
    <div>
      <p class="chat-heading"><strong>Knowledge Base</strong> <span class="tag">app</span> <time datetime=${at}>${formatDay(at)}</time></p>
      <p class="chat-text">
        <strong>${titles[kind]}</strong>
        <a href=${linkTo("state", organizationId, "brains", brainId)}>${dataText(brain.value?.name ?? brainId, 120)}</a>${
          first === undefined
            ? ""
            : second === undefined
              ? html`: ${link(first)}`
              : html`: ${link(first)} and ${link(second)}`
        }
      </p>
      <p class="hint">Why: ${dataText(why, 600)}.</p>
    </div>
  </li>`;
}
