import { sleep } from "@knowledge-base/internal/sleep";
import { messageOf } from "@knowledge-base/internal/texts";
import type { ServerUpdates } from "../../../server/src/control/server-actions.ts";
import type { ControlDocument } from "./control-document.ts";
import { FormError, UnreachableError } from "./control-errors.ts";
import { addRequests } from "./request-list.ts";
import { type ControlInput, type ControlOutput, type ControlPath, call, readDocument, readUpdates } from "./server.ts";
import { getState, notify, update } from "./store.ts";

/** A value of the server, which is loaded when a view first uses it and after each change of the server. */
export interface Loaded<Value> {
  /** Undefined until it is loaded. While it is loaded again, or the server can't be reached, the previous one. */
  value: Value | undefined;
  /** Why the server refused it. */
  error: string | undefined;
  /** When it arrived, in milliseconds since the page was opened. */
  atMs: number;
  /** Version of the server when it was loaded. */
  version: string | undefined;
  isLoading: boolean;
}

const entries = new Map<string, Loaded<unknown>>();

const maxEntries = 100;

/** Deletes the values if there are many: the view that follows loads its own. */
export function forgetOldViews(): void {
  if (entries.size > maxEntries) entries.clear();
}

/**
 * Returns the last result of a control, and sends a request if the server has changed since. The page is rendered again when the result
 * arrives, so a view that calls this while it renders stays up to date.
 */
export function liveQuery<Path extends ControlPath>(
  path: Path,
  input: ControlInput<Path>,
): Loaded<ControlOutput<Path>> {
  const key = `${path} ${JSON.stringify(input)}`;
  const unknown = { value: undefined, error: undefined, atMs: 0, version: undefined, isLoading: false };
  const entry: Loaded<unknown> = entries.get(key) ?? unknown;
  entries.set(key, entry);
  const { connection, version } = getState();
  const isStale = entry.version !== version && !entry.isLoading;
  if (isStale && connection === "open") void refresh(entry, version, () => call(path, input));
  return entry as Loaded<ControlOutput<Path>>;
}

async function refresh(
  entry: Loaded<unknown>,
  version: string | undefined,
  read: () => Promise<unknown>,
): Promise<void> {
  entry.isLoading = true;
  try {
    Object.assign(entry, { value: await read(), error: undefined, version, atMs: performance.now() });
  } catch (error) {
    if (error instanceof UnreachableError) update({ connection: "lost" });
    else Object.assign(entry, { value: undefined, error: messageOf(error), version });
  }
  entry.isLoading = false;
  update({});
}

const pollMs = 1000;

let isPolling = false;

/** Keeps the page up to date while it is visible. */
export async function followServer(): Promise<never> {
  document.addEventListener("visibilitychange", () => void poll());
  for (;;) {
    await poll();
    await sleep(pollMs);
  }
}

async function poll(): Promise<void> {
  const { connection, run, lastId } = getState();
  if (isPolling || connection === "refused" || document.visibilityState === "hidden") return;
  isPolling = true;
  try {
    // It stays the same, so it's read once.
    const document = getState().document ?? (await readDocument());
    applyChanges(await readUpdates(run, lastId), document);
  } catch {
    if (getState().connection !== "refused") update({ connection: "lost" });
  }
  isPolling = false;
}

function applyChanges({ run, version, complete, requests: ended }: ServerUpdates, document: ControlDocument): void {
  const { lastId, requests } = getState();
  const earlier = complete ? { lastId: undefined, requests: [] } : { lastId, requests };
  update({
    connection: "open",
    document,
    run,
    version: `${run} ${version}`,
    requests: addRequests(earlier.requests, ended),
    lastId: ended.at(-1)?.id ?? earlier.lastId,
  });
}

/**
 * Executes what the user asked for, and shows and returns whether it succeeded. The page also shows what has changed.
 *
 * @param form - name of the form that shows a failure; by default it is shown at the edge of the page
 */
export async function perform<Output>(
  done: string | ((output: Output) => string) | undefined,
  task: () => Output | Promise<Output>,
  form?: string,
): Promise<boolean> {
  update({ failure: undefined });
  try {
    const output = await task();
    void poll();
    if (done !== undefined) notify("done", typeof done === "string" ? done : done(output));
    return true;
  } catch (error) {
    const message = messageOf(error);
    const wrongFields = error instanceof FormError ? error.fields : [];
    if (form !== undefined) update({ failure: { form, message, wrongFields } });
    else notify("failed", message);
    return false;
  }
}
