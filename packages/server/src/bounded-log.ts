/** Limits of a log. When it exceeds one of them, it drops its oldest items. */
export interface LogLimits {
  /** Largest number of items. */
  readonly entries: number;
  /** Largest total size of the items. */
  readonly bytes: number;
}

/** The size of a log, and the number of items that it dropped since it was cleared. */
export interface LogStats {
  readonly entries: number;
  readonly bytes: number;
  readonly dropped: number;
}

interface PendingWait<Item> {
  readonly matches: (item: Item) => boolean;
  readonly resolve: (item: Item | "closed") => void;
}

/** An item, and the one that was added after it. */
interface Link<Item> {
  readonly item: Item;
  readonly size: number;
  next: Link<Item> | undefined;
}

/** The newest items, limited by number and size, and the pending waits for others. */
export class BoundedLog<Item> {
  readonly #limits: LogLimits;
  readonly #sizeOf: (item: Item) => number;
  readonly #pendingWaits = new Set<PendingWait<Item>>();
  #oldest: Link<Item> | undefined;
  #newest: Link<Item> | undefined;
  #count = 0;
  #bytes = 0;
  #dropped = 0;
  /** Called after each item that is added. */
  onAdd: ((item: Item) => void) | undefined;
  /** Called after the log was cleared. */
  onClear: (() => void) | undefined;

  constructor(limits: LogLimits, sizeOf: (item: Item) => number) {
    this.#limits = limits;
    this.#sizeOf = sizeOf;
  }

  /** Adds an item. One that is larger than the whole log is dropped at once, so that the older ones are kept. */
  add(item: Item): void {
    const size = this.#sizeOf(item);
    if (size > this.#limits.bytes || this.#limits.entries === 0) this.#dropped += 1;
    else {
      while (this.#count === this.#limits.entries || this.#bytes + size > this.#limits.bytes) this.#dropOldest();
      const link: Link<Item> = { item, size, next: undefined };
      if (this.#newest) this.#newest.next = link;
      else this.#oldest = link;
      this.#newest = link;
      this.#count += 1;
      this.#bytes += size;
    }
    for (const { matches, resolve } of this.#pendingWaits) if (matches(item)) resolve(item);
    this.onAdd?.(item);
  }

  /** The newest item that is kept. */
  get newest(): Item | undefined {
    return this.#newest?.item;
  }

  /** Returns the items, oldest first. */
  toArray(): Item[] {
    const items: Item[] = [];
    for (let link = this.#oldest; link; link = link.next) items.push(link.item);
    return items;
  }

  stats(): LogStats {
    return { entries: this.#count, bytes: this.#bytes, dropped: this.#dropped };
  }

  /** Removes all items. They do not count as dropped, and earlier ones no longer do. */
  clear(): void {
    this.#oldest = undefined;
    this.#newest = undefined;
    this.#count = 0;
    this.#bytes = 0;
    this.#dropped = 0;
    this.onClear?.();
  }

  /**
   * Returns the next added item that matches; `timeout` if there is none in time, and `closed` if the log was closed.
   *
   * @throws the reason of the signal if it is aborted
   */
  async waitForNext(
    matches: (item: Item) => boolean,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<Item | "timeout" | "closed"> {
    const { promise, resolve, reject } = Promise.withResolvers<Item | "timeout" | "closed">();
    const wait: PendingWait<Item> = { matches, resolve };
    const abort = () => reject(signal?.reason);
    const timer = setTimeout(resolve, timeoutMs, "timeout");
    this.#pendingWaits.add(wait);
    signal?.addEventListener("abort", abort);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      this.#pendingWaits.delete(wait);
    }
  }

  /** Resolves all pending waits, because no item will follow. */
  close(): void {
    for (const { resolve } of this.#pendingWaits) resolve("closed");
  }

  #dropOldest(): void {
    const dropped = this.#oldest as Link<Item>;
    this.#oldest = dropped.next;
    // Otherwise the next item would be kept in memory until this one is collected.
    dropped.next = undefined;
    if (!this.#oldest) this.#newest = undefined;
    this.#bytes -= dropped.size;
    this.#count -= 1;
    this.#dropped += 1;
  }
}
