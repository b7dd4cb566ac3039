import { render, type TemplateResult } from "lit-html";
import { readAccessToken, tokenIn } from "./core/access-token.ts";
import { App } from "./core/app.ts";
import { followServer } from "./core/follow-server.ts";
import { readRoute } from "./core/route.ts";
import { actionsPanel } from "./panels/actions/actions-panel.ts";
import { deliveriesPanel } from "./panels/deliveries/deliveries-panel.ts";
import { RequestsPanel } from "./panels/requests/requests-panel.ts";
import { statePanel } from "./panels/state/state-panel.ts";
import { tryPanel } from "./panels/try-it/try-panel.ts";
import { renderPage } from "./render-page.ts";

const root = document.getElementById("app") ?? document.body;
const app = new App(readAccessToken(), () => render(renderPage(app, renderPanel), root));
const requestsPanel = new RequestsPanel(app);

globalThis.addEventListener("hashchange", ({ oldURL }) => {
  // The URL with the token may be opened in a tab that shows this page already.
  if (tokenIn(location.hash) !== null) {
    app.controls.token = readAccessToken();
    app.update({ isAuthorized: true });
  }
  const { notice } = app.model;
  app.update({
    route: readRoute(),
    form: undefined,
    failure: undefined,
    snippet: undefined,
    notice: notice?.kind === "done" ? undefined : notice,
  });
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body) {
    requestAnimationFrame(() => keepFocus(activeElement, new URL(oldURL).hash));
  }
});

// Time passes without events: an authorization may have expired.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") app.invalidate();
});

app.update({ route: readRoute() });
void followServer(app);

/** If the element with the focus has disappeared, the focus moves to the link that leads back, so that it is not lost. */
function keepFocus(focused: Element, previous: string): void {
  if (focused.isConnected && focused.checkVisibility()) return;
  const links = Array.from(document.querySelectorAll<HTMLAnchorElement>("main a"));
  const back = links.find((link) => link.hash === previous && link.checkVisibility());
  (back ?? document.getElementById("main"))?.focus({ preventScroll: true });
}

function renderPanel(): TemplateResult {
  switch (app.model.route.panel) {
    case "requests":
      return requestsPanel.render();
    case "state":
      return statePanel(app);
    case "deliveries":
      return deliveriesPanel(app);
    case "actions":
      return actionsPanel(app);
    case "try":
      return tryPanel(app);
  }
}
