import { RingBuffer } from "../ring-buffer.ts";
import type { Delivery, DeliveryFilter } from "./delivery.ts";

interface PendingWait {
  readonly filter: DeliveryFilter;
  readonly resolve: (delivery: Delivery | "closed") => void;
}

/** The newest deliveries, and the pending waits for others. */
export class DeliveryLog {
  readonly #deliveries: RingBuffer<Delivery>;
  readonly #pendingWaits = new Set<PendingWait>();

  constructor(capacity: number) {
    this.#deliveries = new RingBuffer(capacity);
  }

  add(delivery: Delivery): void {
    this.#deliveries.add(delivery);
    for (const { filter, resolve } of this.#pendingWaits) if (matches(delivery, filter)) resolve(delivery);
  }

  has(id: string): boolean {
    return this.#deliveries.toArray().some((delivery) => delivery.id === id);
  }

  /** Returns the deliveries that match a filter, oldest first. The one named in `after` must be listed. */
  list({ after, ...filter }: DeliveryFilter): Delivery[] {
    const deliveries = this.#deliveries.toArray();
    const start = after === undefined ? 0 : deliveries.findIndex(({ id }) => id === after) + 1;
    return deliveries.slice(start).filter((delivery) => matches(delivery, filter));
  }

  /**
   * Returns the first delivery that matches a filter, listed or future; `timeout` if none matches in time, and `closed` if
   * the log was closed.
   *
   * @throws the reason of the signal if it is aborted
   */
  async waitFor(
    { after, ...filter }: DeliveryFilter,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<Delivery | "timeout" | "closed"> {
    signal?.throwIfAborted();
    const [listed] = this.list({ after, ...filter });
    if (listed) return listed;
    const { promise, resolve, reject } = Promise.withResolvers<Delivery | "timeout" | "closed">();
    const wait: PendingWait = { filter, resolve };
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

  clear(): void {
    this.#deliveries.clear();
  }

  /** Resolves all pending waits, because no delivery will follow. */
  close(): void {
    for (const { resolve } of this.#pendingWaits) resolve("closed");
  }
}

function matches(delivery: Delivery, filter: DeliveryFilter): boolean {
  const { kind, brainId, slug, bindingId, channelId } = filter;
  return (
    (kind === undefined || delivery.kind === kind) &&
    (brainId === undefined || delivery.brainId === brainId) &&
    (slug === undefined || delivery.slugs.includes(slug)) &&
    (bindingId === undefined || delivery.bindingId === bindingId) &&
    (channelId === undefined || delivery.channelId === channelId)
  );
}
