import { type ControlOutput, type ControlPath, call, type ServerChange, UnreachableError } from "./server.ts";
import { update } from "./store.ts";

type Part = ServerChange["changed"][number]["what"][number];

/** A value of the server, which is loaded when a view first uses it and whenever it may have changed. */
export interface Loaded<Value> {
  /** Undefined until it is loaded. While it is loaded again, or the server can't be reached, the previous one. */
  value: Value | undefined;
  /** Why it could not be loaded. */
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

/** Marks values as changed: by default all of them. With time, a value of any part may change. */
export function invalidate(change?: ServerChange["changed"][number]): void {
  for (const entry of entries.values()) {
    const isConcerned =
      change === undefined ||
      ((change.organizationId === null ||
        entry.organizationId === null ||
        entry.organizationId === change.organizationId) &&
        (change.what.includes("clock") || change.what.includes(entry.part)));
    if (isConcerned) entry.isStale = true;
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
    entry.error = error instanceof Error ? error.message : String(error);
    if (error instanceof UnreachableError) {
      entry.isStale = true;
      pauseMs = retryMs;
    } else entry.value = undefined;
  }
  entry.atMs = pageTimeMs();
  update({});
  await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs, 4 * (entry.atMs - startedMs))));
  entry.isLoading = false;
  if (entry.isStale) update({});
}
