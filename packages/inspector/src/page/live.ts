import { messageOf, sleep } from "@knowledge-base/internal";
import { type Changes, type ControlOutput, type ControlPath, call, readEvents, UnreachableError } from "./server.ts";
import { getState, hasFault, type RequestSummary, update } from "./store.ts";

type Change = Changes["changed"][number];
type Part = Change["what"][number];

/** A value of the server, which is loaded when a view first uses it and whenever it may have changed. */
export interface Loaded<Value> {
  /** Undefined until it is loaded. While it is loaded again, or the server can't be reached, the previous one. */
  value: Value | undefined;
  /** Why the server refused it. */
  error: string | undefined;
  /** Time of the page at which it arrived. */
  atMs: number;
}

interface Entry extends Loaded<unknown> {
  readonly organizationId: string | null;
  readonly part: Part;
  isStale: boolean;
  isLoading: boolean;
}

/** Groups of controls that read a part of the server. All others read its records. */
const parts: readonly Part[] = ["deliveries", "faults", "clock", "journal"];

const entries = new Map<string, Entry>();

/** The values that were not used for the longest time are forgotten beyond this number. No view uses so many. */
const maxEntries = 1000;

/** A value that changes all the time is loaded again no sooner than after this time, and after four times its duration. */
const minIntervalMs = 300;

/** Milliseconds after which the page tries again to reach the server. */
const retryMs = 1000;

/** Returns the result of a control, which is confined to an organization, or not. */
export function load<Path extends ControlPath>(
  path: Path,
  input: object = {},
  organizationId: string | null = null,
): Loaded<ControlOutput<Path>> {
  const group = path.slice(0, path.indexOf("/"));
  const part = parts.find((each) => each === group) ?? "records";
  const key = `${organizationId}|${path}|${JSON.stringify(input)}`;
  const unknown = { value: undefined, error: undefined, atMs: 0, isStale: true, isLoading: false };
  const entry: Entry = entries.get(key) ?? { ...unknown, organizationId, part };
  // The order of a map is that of the last use.
  entries.delete(key);
  entries.set(key, entry);
  const [oldest = ""] = entries.keys();
  if (entries.size > maxEntries) entries.delete(oldest);
  if (entry.isStale && !entry.isLoading) void refresh(entry, () => call(path, input, organizationId));
  return entry as Loaded<ControlOutput<Path>>;
}

/** Marks values as changed: those of a part, or all of an organization if its records or its clock have changed; by default all. */
function invalidate({ organizationId, what }: Change = { organizationId: null, what: ["records"] }): void {
  const isAll = what.includes("records") || what.includes("clock");
  for (const entry of entries.values()) {
    const isOwn = organizationId === null || organizationId === entry.organizationId;
    const isOfPart = what.includes(entry.part) && (isOwn || entry.organizationId === null);
    if (isOfPart || (isOwn && isAll)) entry.isStale = true;
  }
  update({});
}

/** Returns the milliseconds since the page was opened. */
export function pageTimeMs(): number {
  return performance.now();
}

async function refresh(entry: Entry, read: () => Promise<unknown>): Promise<void> {
  const startedMs = pageTimeMs();
  let pauseMs = minIntervalMs;
  Object.assign(entry, { isLoading: true, isStale: false });
  try {
    Object.assign(entry, { value: await read(), error: undefined });
  } catch (error) {
    if (error instanceof UnreachableError) {
      // The banner says so, once the stream has ended.
      connection.abort();
      entry.isStale = true;
      pauseMs = retryMs;
    } else Object.assign(entry, { value: undefined, error: messageOf(error) });
  }
  entry.atMs = pageTimeMs();
  update({});
  await sleep(Math.max(pauseMs, 4 * (entry.atMs - startedMs)));
  entry.isLoading = false;
  if (entry.isStale) update({});
}

/** Number of requests that the page shows: the journal of the server has no more. */
export const maxRequests = 1000;

/** Ends the stream of events. */
let connection = new AbortController();

/** Keeps the page up to date, also after the connection was lost. */
export async function followServer(): Promise<never> {
  const isHidden = () => document.visibilityState === "hidden";
  // Browsers open at most six connections to a server, so that more tabs could not even load the page.
  document.addEventListener("visibilitychange", () => isHidden() && connection.abort());
  for (;;) {
    while (getState().access !== "accepted" || isHidden()) await sleep(100);
    connection = new AbortController();
    // It ends when the tab is hidden, the connection is lost, or the server does not respond.
    await readEvents(connection.signal, applyChanges).catch(() => {});
    connection.abort();
    update({ connection: isHidden() ? "connecting" : "lost" });
    if (!isHidden()) await sleep(retryMs);
  }
}

async function applyChanges(changes?: Changes): Promise<void> {
  const { changed, requests: ids = [] } = changes ?? {};
  const wasLost = getState().connection === "lost";
  if (!changes) update({ connection: "open" });
  for (const change of changed ?? [undefined]) invalidate(change);
  if (!changed || changed.some(({ organizationId, what }) => organizationId === null && what.includes("journal"))) {
    const loaded = await call("journal/summaries", { last: maxRequests });
    const [newest] = getState().requests ?? [];
    const isRestarted = wasLost && newest && !loaded.some(({ id, at }) => id === newest.id && at === newest.at);
    update({
      requests: loaded.toReversed(),
      ...(getState().held && { held: [] }),
      ...(isRestarted && { restartedAt: new Date().toISOString() }),
    });
  } else if (ids.length > 0) {
    const ended = await call("journal/summaries", { ids });
    const { requests = [], held, notice } = getState();
    if (ended.some(hasFault) && notice?.text.startsWith("Planned: ")) update({ notice: undefined });
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
