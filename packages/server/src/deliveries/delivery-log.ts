import { RingBuffer } from "../ring-buffer.ts";
import type { Delivery, DeliveryFilter } from "./delivery.ts";

interface Waiter {
  readonly filter: DeliveryFilter;
  readonly resolve: (delivery: Delivery | "closed") => void;
}

/** What the channels have received, and who waits for more of it. */
export class DeliveryLog {
  readonly #deliveries: RingBuffer<Delivery>;
  readonly #waiters = new Set<Waiter>();

  constructor(capacity: number) {
    this.#deliveries = new RingBuffer(capacity);
  }

  add(delivery: Delivery): void {
    this.#deliveries.add(delivery);
    for (const { filter, resolve } of this.#waiters) if (matches(delivery, filter)) resolve(delivery);
  }

  has(id: string): boolean {
    return this.#deliveries.toArray().some((delivery) => delivery.id === id);
  }

  /** The deliveries that pass a filter, the oldest first. One that it names in `after` must be there. */
  list({ after, ...filter }: DeliveryFilter): Delivery[] {
    const deliveries = this.#deliveries.toArray();
    const start = after === undefined ? 0 : deliveries.findIndex(({ id }) => id === after) + 1;
    return deliveries.slice(start).filter((delivery) => matches(delivery, filter));
  }

  /**
   * The first delivery that passes a filter, be it there or yet to come; or that the time was over, or the log ended.
   *
   * @throws the reason of the signal where that is aborted
   */
  async waitFor(
    { after, ...filter }: DeliveryFilter,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<Delivery | "timeout" | "closed"> {
    signal?.throwIfAborted();
    const [present] = this.list({ after, ...filter });
    if (present) return present;
    const { promise, resolve, reject } = Promise.withResolvers<Delivery | "timeout" | "closed">();
    const waiter: Waiter = { filter, resolve };
    const abort = () => reject(signal?.reason);
    const timer = setTimeout(resolve, timeoutMs, "timeout");
    this.#waiters.add(waiter);
    signal?.addEventListener("abort", abort);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      this.#waiters.delete(waiter);
    }
  }

  clear(): void {
    this.#deliveries.clear();
  }

  /** Tells those who wait that nothing will come any more. */
  close(): void {
    for (const { resolve } of this.#waiters) resolve("closed");
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
