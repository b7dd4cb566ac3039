import { cutText } from "@knowledge-base/internal/texts";
import * as z from "zod/mini";
import { ControlError, reject } from "../basics/control-error.ts";
import { maxWaitMs } from "../basics/time.ts";

export const maxLogEntries = 1000;

// As long as a test of Vitest or Jest may take.
const defaultTimeoutMs = 5000;

interface Wait<Item> {
  // What the items are, and the filter for them, for the message of the error.
  readonly awaited: "request" | "delivery";
  readonly filter: object;
  readonly matches: (item: Item) => boolean;
  readonly timeoutMs: number | undefined;
  // Ends the wait like a timeout.
  readonly signal: AbortSignal | undefined;
}

type PendingWait<Item> = Pick<Wait<Item>, "matches"> & PromiseWithResolvers<Item>;

/** The newest 1,000 items, and the pending waits for others. */
export class BoundedLog<Item> {
  readonly #pendingWaits = new Set<PendingWait<Item>>();
  readonly #announce: (item?: Item) => void;
  /** From the oldest to the newest. */
  readonly items: Item[] = [];
  #dropped = 0;

  /** @param announce - called with each item that is added, and without one after the log was cleared */
  constructor(announce: (item?: Item) => void) {
    this.#announce = announce;
  }

  add(item: Item): void {
    this.items.push(item);
    if (this.items.length > maxLogEntries) {
      this.items.shift();
      this.#dropped += 1;
    }
    for (const { matches, resolve } of this.#pendingWaits) if (matches(item)) resolve(item);
    this.#announce(item);
  }

  clear(): void {
    this.items.length = 0;
    this.#dropped = 0;
    this.#announce();
  }

  /**
   * Returns the next item that matches.
   *
   * @throws {@link ControlError} `timeout` if there is none in time, or `conflict` if {@link endWaits} is called meanwhile
   */
  async waitForNext({ awaited, filter, matches, timeoutMs = defaultTimeoutMs, signal }: Wait<Item>): Promise<Item> {
    const wait = { matches, ...Promise.withResolvers<Item>() };
    const end = () => {
      const counts = `others recorded: ${this.items.length}, dropped: ${this.#dropped}`;
      const message = `no ${awaited} matched ${formatFilter(filter)} within ${timeoutMs} ms (${counts})`;
      wait.reject(new ControlError("timeout", message));
    };
    const timer = setTimeout(end, timeoutMs);
    signal?.addEventListener("abort", end);
    // An abort before the listener was added calls nothing.
    if (signal?.aborted) end();
    this.#pendingWaits.add(wait);
    try {
      return await wait.promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      this.#pendingWaits.delete(wait);
    }
  }

  /** Ends all pending waits, because no item will follow. */
  endWaits(): void {
    for (const wait of this.#pendingWaits) wait.reject(new ControlError("conflict", endReason));
  }
}

const endReason = "the server was reset or stops, or the organization was deleted";

/** Rejects a wait for items that can no longer come. */
export function rejectIfStopping({ isStopping }: { readonly isStopping: boolean }): void {
  if (isStopping) reject("conflict", endReason);
}

/** Schema of the timeout of a wait in milliseconds. */
export const waitTimeoutSchema = z.optional(z.number().check(z.minimum(0), z.maximum(maxWaitMs)));

const maxFilterLength = 500;

function formatFilter(filter: object): string {
  try {
    return cutText(JSON.stringify(filter), maxFilterLength);
  } catch {
    return "the filter";
  }
}
