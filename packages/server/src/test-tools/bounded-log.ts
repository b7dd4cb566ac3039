import { cutText } from "@knowledge-base/internal";
import * as z from "zod/mini";
import { choices } from "../state/choices.ts";
import { reject } from "../state/control-error.ts";

export const logCapacity = 1000;

interface PendingWait<Item> {
  readonly matches: (item: Item) => boolean;
  readonly resolve: (item: Item | "closed") => void;
}

/** The newest 1,000 items, and the pending waits for others. */
export class BoundedLog<Item> {
  readonly #pendingWaits = new Set<PendingWait<Item>>();
  readonly #onChange: (item?: Item) => void;
  /** A ring: an item takes the place of the oldest one. */
  #items: Item[] = [];
  #added = 0;

  /** @param onChange - called with each item that is added, and without one after the log was cleared */
  constructor(onChange: (item?: Item) => void) {
    this.#onChange = onChange;
  }

  add(item: Item): void {
    this.#items[this.#added % logCapacity] = item;
    this.#added += 1;
    for (const { matches, resolve } of this.#pendingWaits) if (matches(item)) resolve(item);
    this.#onChange(item);
  }

  toArray(): Item[] {
    const oldest = this.#items.length < logCapacity ? 0 : this.#added % logCapacity;
    return [...this.#items.slice(oldest), ...this.#items.slice(0, oldest)];
  }

  describeCounts(): string {
    const { length } = this.#items;
    return `others recorded: ${length}, dropped: ${this.#added - length}`;
  }

  clear(): void {
    this.#items = [];
    this.#added = 0;
    this.#onChange();
  }

  /**
   * Returns the next item that matches; `timeout` if there is none in time, and `closed` if the log was closed.
   *
   * @param signal - ends the wait like a timeout
   */
  async waitForNext(
    matches: (item: Item) => boolean,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<Item | "timeout" | "closed"> {
    const { promise, resolve } = Promise.withResolvers<Item | "timeout" | "closed">();
    const wait = { matches, resolve };
    const end = () => resolve("timeout");
    const timer = setTimeout(end, timeoutMs);
    signal?.addEventListener("abort", end);
    this.#pendingWaits.add(wait);
    const found = await promise;
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
    this.#pendingWaits.delete(wait);
    return found;
  }

  /** Resolves all pending waits, because no item will follow. */
  close(): void {
    for (const { resolve } of this.#pendingWaits) resolve("closed");
  }
}

/** Schema of the timeout of a wait in milliseconds. */
export const waitTimeoutSchema = z.optional(z.number().check(z.minimum(0), z.maximum(choices.longestWaitMs)));

export interface EndedWait {
  readonly awaited: "request" | "delivery";
  readonly reason: "timeout" | "closed";
  readonly filter: object;
  readonly timeoutMs: number;
  /** Number of recorded and dropped items, for the message. */
  readonly counts: string;
}

const maxFilterLength = 500;

export function rejectWait({ awaited, reason, filter, timeoutMs, counts }: EndedWait): never {
  if (reason === "closed") {
    reject("conflict", "the server was reset or stops, or the organization was deleted");
  }
  reject("timeout", `no ${awaited} matched ${formatFilter(filter)} within ${timeoutMs} ms (${counts})`);
}

function formatFilter(filter: object): string {
  try {
    return cutText(JSON.stringify(filter), maxFilterLength);
  } catch {
    return "the filter";
  }
}
