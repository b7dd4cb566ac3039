import { html, nothing, type TemplateResult } from "lit-html";
import { dataText } from "../components/data-text.ts";
import type { App } from "./core/app.ts";
import type { Connection } from "./core/model.ts";
import { linkTo, type Panel } from "./core/route.ts";
import { organizationSelect } from "./organization-select.ts";
import { signIn } from "./sign-in.ts";

const titles: readonly (readonly [Panel, string])[] = [
  ["requests", "Requests"],
  ["state", "State"],
  ["deliveries", "Deliveries"],
  ["actions", "Actions"],
  ["try", "Try it"],
];

const connectionTitles: Readonly<Record<Connection, string>> = {
  connecting: "Connecting",
  open: "Live",
  lost: "Offline",
};

/** Renders the whole page around a panel. */
export function renderPage(app: App, renderPanel: () => TemplateResult): TemplateResult {
  const { isAuthorized, connection, route } = app.model;
  if (!isAuthorized) return signIn(app);
  return html`
    <a class="skip" href="#main" @click=${skipToMain}>Skip to the content</a>
    <header class="top">
      <h1><span class="logo" aria-hidden="true"></span> Inspector <span class="product">Knowledge Base</span></h1>
      <nav class="tabs" aria-label="Panels">
        ${titles.map(
          ([panel, title]) =>
            html`<a href=${linkTo(panel)} aria-current=${panel === route.panel ? "page" : "false"}>${title}${count(app, panel)}</a>`,
        )}
      </nav>
      <div class="scope">
        ${organizationSelect(app)}
        <p class="connection ${connection}" role="status">${connectionTitles[connection]}</p>
      </div>
    </header>
    ${
      connection === "lost"
        ? html`<p class="banner" role="alert">
            The server does not respond. It may have been stopped. This page shows what it loaded last, and continues as
            soon as the server responds.
          </p>`
        : nothing
    }
    <main id="main" tabindex="-1">${renderPanel()}</main>
    <div class="notices">
      <p role="status" class=${app.model.notice?.kind === "done" ? "notice done" : "unseen"}>${noticeText(app, "done")}</p>
      <div role="alert">
        ${
          app.model.notice?.kind === "failed"
            ? html`<p class="notice failed">
                ${noticeText(app, "failed")}
                <button type="button" aria-label="Close the message" @click=${() => app.notify(undefined)}>×</button>
              </p>`
            : ""
        }
      </div>
    </div>
  `;
}

function noticeText({ model: { notice } }: App, kind: "done" | "failed"): TemplateResult | string {
  return notice?.kind === kind ? dataText(notice.text, 600) : "";
}

function count(app: App, panel: Panel): TemplateResult | string {
  const { organizationId } = app.model;
  const size =
    panel === "requests" ? app.requests.count(organizationId) : panel === "deliveries" ? countDeliveries(app) : 0;
  return size === 0 ? "" : html` <small>${size.toLocaleString("en")}</small>`;
}

function countDeliveries({ deliveries, model: { organizationId } }: App): number {
  return deliveries.filter((delivery) => organizationId === null || delivery.organizationId === organizationId).length;
}

/** The fragment of the address selects a panel, so that it cannot select an element. */
function skipToMain(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
