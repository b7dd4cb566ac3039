import { BoundedLog, type LogLimits, type LogStats } from "../bounded-log.ts";
import type { Delivery, DeliveryFilter } from "./delivery.ts";

/** The newest deliveries, and the pending waits for others. */
export class DeliveryLog {
  readonly #log: BoundedLog<Delivery>;

  constructor(limits: LogLimits) {
    this.#log = new BoundedLog(limits, sizeOf);
  }

  add(delivery: Delivery): void {
    this.#log.add(delivery);
  }

  /** Sets what is called after each delivery, and after the deliveries were cleared. */
  observe(observer: { readonly onAdd: (delivery: Delivery) => void; readonly onClear: () => void } | undefined): void {
    this.#log.onAdd = observer?.onAdd;
    this.#log.onClear = observer?.onClear;
  }

  has(id: string): boolean {
    return this.#log.toArray().some((delivery) => delivery.id === id);
  }

  /** Returns the deliveries that match a filter, oldest first. The one named in `after` must be listed. */
  list({ after, ...filter }: DeliveryFilter): Delivery[] {
    const deliveries = this.#log.toArray();
    const start = after === undefined ? 0 : deliveries.findIndex(({ id }) => id === after) + 1;
    return deliveries.slice(start).filter((delivery) => matches(delivery, filter));
  }

  stats(): LogStats {
    return this.#log.stats();
  }

  /**
   * Returns the first delivery that matches a filter, listed or future; `timeout` if none matches in time, and `closed` if
   * the log was closed.
   *
   * @throws the reason of the signal if it is aborted
   */
  async waitFor(
    filter: DeliveryFilter,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<Delivery | "timeout" | "closed"> {
    signal?.throwIfAborted();
    const [listed] = this.list(filter);
    return listed ?? this.#log.waitForNext((delivery) => matches(delivery, filter), timeoutMs, signal);
  }

  clear(): void {
    this.#log.clear();
  }

  /** Resolves all pending waits, because no delivery will follow. */
  close(): void {
    this.#log.close();
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

/** Bytes of a delivery without its texts. */
const fixedBytes = 256;

/** Estimates the bytes of a delivery: a character of a text takes two. */
function sizeOf({ slugs, ...fields }: Delivery): number {
  const texts = [...Object.values(fields), ...slugs];
  return fixedBytes + texts.reduce((sum, text) => sum + 2 * text.length, 0);
}
