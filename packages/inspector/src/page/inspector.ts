import { render } from "lit-html";
import { appView } from "./app.ts";
import { followServer, forgetOldViews } from "./live.ts";
import { noFilter } from "./request-list.ts";
import { readRoute, tokenIn } from "./routes.ts";
import { getState, signIn, subscribe, update } from "./store.ts";

const root = document.getElementById("app") ?? document.body;

subscribe((state) => render(appView(state), root));
signIn();
document.addEventListener("keydown", handleKey);
setInterval(() => getState().route.panel === "actions" && update({}), 1000); // for the clock
void followServer();

globalThis.addEventListener("hashchange", ({ oldURL }) => {
  // The URL with the token may be opened in a tab that shows this page already.
  if (tokenIn(location.hash) !== null) signIn();
  forgetOldViews();
  update({
    route: readRoute(location.hash),
    dialog: undefined,
    failure: undefined,
    snippet: undefined,
    notice: undefined,
  });
  const { activeElement } = document;
  if (activeElement !== document.body) requestAnimationFrame(() => keepFocus(activeElement, new URL(oldURL).hash));
});

// The focus would be lost with its element: it moves to the link that leads back.
function keepFocus(focused: Element | null, previous: string): void {
  if (focused?.isConnected && focused.checkVisibility()) return;
  const links = Array.from(document.querySelectorAll<HTMLAnchorElement>("main a"));
  const back = links.find((link) => link.hash === previous && link.checkVisibility());
  (back ?? document.getElementById("main"))?.focus();
}

function handleKey({ key, target }: KeyboardEvent): void {
  const { dialog, notice, filter } = getState();
  if (key !== "Escape" || dialog !== undefined) return;
  const isSearch = target instanceof Element && target.matches("input[type=search]");
  const link = document.querySelector<HTMLAnchorElement>("a[rel=up]");
  if (notice?.kind === "failed") update({ notice: undefined });
  else if (link && !(isSearch && filter.text !== "")) link.click();
  else update({ filter: noFilter });
}
