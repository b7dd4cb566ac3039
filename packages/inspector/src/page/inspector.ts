import { render } from "lit-html";
import { followServer } from "./live.ts";
import { pageView } from "./page.ts";
import { keepToken, tokenIn } from "./server.ts";
import { getState, linkTo, noFilter, readRoute, signIn, subscribe, update } from "./store.ts";

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
  const kept = notice?.kind === "done" ? undefined : notice;
  update({ route: readRoute(), form: undefined, failure: undefined, snippet: undefined, notice: kept });
  const { activeElement } = document;
  if (activeElement !== document.body) requestAnimationFrame(() => keepFocus(activeElement, new URL(oldURL).hash));
});

/** If the element with the focus has disappeared, the focus moves to the link that leads back, so that it is not lost. */
function keepFocus(focused: Element | null, previous: string): void {
  if (focused?.isConnected && focused.checkVisibility()) return;
  const links = Array.from(document.querySelectorAll<HTMLAnchorElement>("main a"));
  const back = links.find((link) => link.hash === previous && link.checkVisibility());
  (back ?? document.getElementById("main"))?.focus({ preventScroll: true });
}

/** Focuses the search, closes or clears what was opened last, and moves in the list of requests. */
function handleKey(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (!(target instanceof Element) || ctrlKey || metaKey || altKey) return;
  const isSearch = target.matches("input[type=search]");
  const isField = target.matches("input, select, textarea");
  const isInList = isSearch || !(isField || target.closest(".details, header"));
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const isHandled =
    (key === "Escape" && close(isSearch)) ||
    (key === "/" && !isField && focusSearch()) ||
    (step !== undefined && isInList && move(step));
  if (isHandled) event.preventDefault();
}

function focusSearch(): boolean {
  const find = () => document.querySelector<HTMLInputElement>("input[type=search]");
  if (!find()) location.hash = linkTo("requests");
  find()?.select();
  setTimeout(() => find()?.focus(), 100);
  return true;
}

/** Closes the form, the message or the details, or else ends the search. */
function close(isSearch: boolean): boolean {
  const { form, notice, filter } = getState();
  const link = document.querySelector<HTMLAnchorElement>("a.close");
  if (form !== undefined) update({ form: undefined, failure: undefined });
  else if (notice?.kind === "failed") update({ notice: undefined });
  else if (link && !(isSearch && filter.text !== "")) link.click();
  else update({ filter: noFilter });
  return true;
}

/** Selects the next or previous request, and moves the focus to it. */
function move(step: number): boolean {
  const rows = Array.from(document.querySelectorAll<HTMLAnchorElement>("a.request"));
  if (rows.length === 0) return false;
  const current = rows.findIndex((row) => row === document.activeElement || row.ariaCurrent === "true");
  const next = rows[current === -1 ? 0 : current + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  if (next) location.replace(next.hash);
  return true;
}
