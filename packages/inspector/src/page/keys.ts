import { linkTo } from "./route.ts";
import { getState, noFilter, update } from "./store.ts";

/** Focuses the search, closes or clears what was opened last, and moves in the list of requests. */
export function handleKey(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const isSearch = target instanceof Element && target.matches("input[type=search]");
  const isField = target instanceof Element && target.matches("input, select, textarea");
  const isInDetails = target instanceof Element && target.closest(".details, .toolbar :not(input), header") !== null;
  if (ctrlKey || metaKey || altKey) return;
  let isHandled = false;
  if (key === "Escape") isHandled = close();
  else if (key === "/" && !isField) isHandled = focusSearch();
  else if (key === "ArrowDown" || key === "ArrowUp") {
    if ((isSearch || !isField) && !isInDetails) isHandled = move(key === "ArrowDown" ? 1 : -1);
  }
  if (isHandled) event.preventDefault();
}

function focusSearch(): boolean {
  if (getState().route.panel !== "requests") location.hash = linkTo("requests");
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.querySelector<HTMLInputElement>("input[type=search]")?.select()),
  );
  return true;
}

/** Closes the form, the message or the details, or else ends the search. */
function close(): boolean {
  const { form, notice, route, filter } = getState();
  if (form !== undefined) update({ form: undefined, failure: undefined });
  else if (notice?.kind === "failed") update({ notice: undefined });
  else if (filter.text !== "" && document.activeElement?.matches("input[type=search]")) update({ filter: noFilter });
  else if (findClose()) findClose()?.click();
  else if (route.panel === "requests") update({ filter: noFilter });
  else return false;
  return true;
}

function findClose(): HTMLAnchorElement | null {
  return document.querySelector<HTMLAnchorElement>("a.close");
}

/** Selects the next or previous request, and moves the focus to it. */
function move(step: 1 | -1): boolean {
  const rows = Array.from(document.querySelectorAll<HTMLAnchorElement>("a.request"));
  if (rows.length === 0) return false;
  const current = rows.findIndex((row) => row === document.activeElement || row.ariaCurrent === "true");
  const next = rows[current === -1 ? 0 : current + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  if (next) location.replace(next.hash);
  return true;
}
