import type { EventRing } from "./event-ring.ts";
import { writeHeartbeat } from "./write-event.ts";

/** Bytes that wait for a reader. A slower one receives later events from the ring, or a gap. */
const highWaterMark = 64 * 1024;

/** Options of {@link EventStream}. */
interface EventStreamOptions {
  readonly ring: EventRing;
  /** Number of the last event that the reader knows; undefined if it has missed some. */
  readonly after: number | undefined;
  /** Writes the event that says that others are missing. */
  readonly writeGap: () => Uint8Array;
  readonly onClose: () => void;
}

/** The events of a ring for one reader. Nothing but the number of the last event is kept for a reader that is slow. */
export class EventStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #options: EventStreamOptions;
  #position: number;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(options: EventStreamOptions, first: Uint8Array) {
    this.#options = options;
    this.#position = options.after ?? options.ring.last;
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
          controller.enqueue(first);
        },
        pull: () => this.send(),
        cancel: () => this.#end(),
      },
      { highWaterMark, size: (chunk) => chunk.byteLength },
    );
  }

  /** Sends the events that the reader does not know, as long as it reads them. */
  send(): void {
    const { ring, writeGap } = this.#options;
    while (this.#isReading) {
      const next = ring.next(this.#position);
      if (next === "none") return;
      this.#position = next === "lost" ? ring.last : next.sequence;
      this.#controller?.enqueue(next === "lost" ? writeGap() : next.bytes);
    }
  }

  sendHeartbeat(): void {
    if (this.#isReading) this.#controller?.enqueue(writeHeartbeat());
  }

  close(): void {
    const controller = this.#controller;
    this.#end();
    controller?.close();
  }

  get #isReading(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0;
  }

  #end(): void {
    if (!this.#controller) return;
    this.#controller = undefined;
    this.#options.onClose();
  }
}
