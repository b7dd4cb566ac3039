import { call, readEvents, type ServerChange } from "./server.ts";
import { getState, type RequestSummary, update } from "./store.ts";
import { invalidate } from "./values.ts";

/** Number of requests that the page shows: the journal of the server has no more. */
export const maxRequests = 1000;

const retryMs = 1000;

/** Keeps the page up to date, also after the connection was lost. */
export async function followServer(): Promise<never> {
  let connection = new AbortController();
  const isHidden = () => document.visibilityState === "hidden";
  // Browsers open at most six connections to a server, so that more tabs could not even load the page.
  document.addEventListener("visibilitychange", () => isHidden() && connection.abort());
  for (;;) {
    while (getState().access !== "accepted" || isHidden()) await wait(100);
    connection = new AbortController();
    // It ends when the tab is hidden, the connection is lost, or the server does not respond.
    await readEvents(connection.signal, applyChange).catch(() => {});
    update({ connection: isHidden() ? "connecting" : "lost" });
    if (!isHidden()) await wait(retryMs);
  }
}

async function applyChange(change?: ServerChange): Promise<void> {
  const { changed = [], requests: ids = [] } = change ?? {};
  if (!change) update({ connection: "open" });
  if (!change) invalidate();
  for (const part of changed) invalidate(part);
  if (!change || changed.some(({ organizationId, what }) => organizationId === null && what.includes("journal"))) {
    const loaded = await call("journal/summaries", { last: maxRequests });
    update({ requests: loaded.toReversed(), ...(getState().held && { held: [] }) });
  } else if (ids.length > 0) {
    const ended = await call("journal/summaries", { ids });
    const { requests = [], held } = getState();
    update(held ? { held: merge(held, ended) } : { requests: merge(requests, ended) });
  }
}

/** Shows the requests that arrived while the list was paused, and all later ones. */
export function resume(): void {
  const { requests = [], held = [] } = getState();
  update({ requests: merge(requests, held), held: undefined });
}

/** Adds requests to a list, newest first. A request may end after others that arrived later. */
function merge(requests: readonly RequestSummary[], added: readonly RequestSummary[]): RequestSummary[] {
  const known = new Set(added.map(({ id }) => id));
  return [...added, ...requests.filter(({ id }) => !known.has(id))]
    .sort((left, right) => numberOf(right) - numberOf(left))
    .slice(0, maxRequests);
}

function numberOf({ id }: RequestSummary): number {
  return Number(id.slice("request_".length));
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
