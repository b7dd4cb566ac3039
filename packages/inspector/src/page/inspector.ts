import { render } from "lit-html";
import { followServer } from "./follow-server.ts";
import { handleKey } from "./keys.ts";
import { pageView } from "./page.ts";
import { readRoute } from "./route.ts";
import { keepToken, tokenIn } from "./server.ts";
import { getState, signIn, subscribe, update } from "./store.ts";

const root = document.getElementById("app") ?? document.body;

keepToken();
subscribe((state) => render(pageView(state), root));
update({ route: readRoute() });
document.addEventListener("keydown", handleKey);
setInterval(() => getState().route.panel === "actions" && update({}), 1000); // for the clock
void followServer();

globalThis.addEventListener("hashchange", ({ oldURL }) => {
  // The URL with the token may be opened in a tab that shows this page already.
  if (tokenIn(location.hash) !== null) signIn();
  const { notice } = getState();
  update({
    route: readRoute(),
    form: undefined,
    failure: undefined,
    snippet: undefined,
    notice: notice?.kind === "done" ? undefined : notice,
  });
  const { activeElement } = document;
  if (activeElement !== document.body) requestAnimationFrame(() => keepFocus(activeElement, new URL(oldURL).hash));
  requestAnimationFrame(() =>
    document.querySelector(".card [aria-current=true]")?.scrollIntoView({ block: "nearest" }),
  );
});

/** If the element with the focus has disappeared, the focus moves to the link that leads back, so that it is not lost. */
function keepFocus(focused: Element | null, previous: string): void {
  if (focused?.isConnected && focused.checkVisibility()) return;
  const links = Array.from(document.querySelectorAll<HTMLAnchorElement>("main a"));
  const back = links.find((link) => link.hash === previous && link.checkVisibility());
  (back ?? document.getElementById("main"))?.focus({ preventScroll: true });
}
