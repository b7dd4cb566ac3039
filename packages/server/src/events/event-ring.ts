/** A sent event. */
export interface StoredEvent {
  readonly sequence: number;
  /** The event as the stream contains it. */
  readonly bytes: Uint8Array;
}

/** Limits of the events that are kept for streams that continue. */
const limits = { events: 1000, bytes: 4 * 1024 * 1024 };

/** The newest events, in the order of their numbers. */
export class EventRing {
  #events: StoredEvent[] = [];
  #bytes = 0;
  #sequence = 0;

  /** Number of the last event; 0 if there was none. */
  get last(): number {
    return this.#sequence;
  }

  /** Adds an event. Its text depends on its number. */
  add(write: (sequence: number) => Uint8Array): void {
    this.#sequence += 1;
    const event = { sequence: this.#sequence, bytes: write(this.#sequence) };
    this.#events.push(event);
    this.#bytes += event.bytes.byteLength;
    while (this.#events.length > limits.events || this.#bytes > limits.bytes) {
      this.#bytes -= this.#events.shift()?.bytes.byteLength ?? 0;
    }
  }

  /** Returns the event after another one; `none` if that is the last, `lost` if the next one was dropped. */
  next(after: number): StoredEvent | "none" | "lost" {
    if (after === this.#sequence) return "none";
    const first = this.#events[0]?.sequence ?? this.#sequence + 1;
    return this.#events[after + 1 - first] ?? "lost";
  }
}
