import { html } from "hono/html";
import type { View } from "./layout.ts";

const notices: Readonly<Record<string, string>> = {
  connected: "The channel is connected.",
  saved: "Saved.",
  disconnected: "The channel is disconnected.",
};

/** Says what was just done. The address names it; the words are our own. */
export const noticeOf = (key = ""): View | undefined =>
  Object.hasOwn(notices, key) ? html`<p class="notice good" role="status">${notices[key]}</p>` : undefined;
