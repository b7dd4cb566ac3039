import { html } from "hono/html";
import type { View } from "./layout.ts";

const notices: Readonly<Record<string, string>> = {
  connected: "The channel is connected.",
  saved: "Saved.",
  disconnected: "The channel is disconnected.",
};

/** Renders the message for a key in the URL. The text never comes from the URL. */
export const noticeOf = (key = ""): View | undefined =>
  Object.hasOwn(notices, key) ? html`<p class="notice good" role="status">${notices[key]}</p>` : undefined;
