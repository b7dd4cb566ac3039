import { ControlError } from "../records/errors.ts";
import { coreOf, type ReferenceServer } from "../reference-server.ts";
import { createSecret } from "../secret.ts";
import { EventBatch, type ReadClock } from "./event-batch.ts";
import { EventRing } from "./event-ring.ts";
import { EventStream } from "./event-stream.ts";
import { writeEvent, writeHeartbeat } from "./write-event.ts";

/** Milliseconds for which events are collected before they are sent. */
const batchMs = 200;

/** Milliseconds after which a stream without events receives a comment, so that its connection stays open. */
const heartbeatMs = 15_000;

/** Milliseconds for which events are still collected after the last stream has ended, so that it can continue. */
const lingerMs = 30_000;

/** Largest number of streams of a server. */
const maxStreams = 100;

/** The events of a server. It observes the server only while there are streams, so that it costs nothing otherwise. */
export class EventFeed {
  readonly #server: ReferenceServer;
  readonly #streams = new Set<EventStream>();
  #batch = new EventBatch(() => this.#scheduleBatch());
  /** Undefined while the server is not observed. */
  #ring: { readonly id: string; readonly events: EventRing } | undefined;
  #batchTimer: Timer;
  #heartbeatTimer: Timer;
  #lingerTimer: Timer;

  constructor(server: ReferenceServer) {
    this.#server = server;
  }

  /**
   * Opens a stream of server-sent events.
   *
   * @param lastEventId - continues after this event; null begins with the next one
   * @param signal - ends the stream
   * @throws {@link ControlError} `conflict` if there are too many streams
   */
  open(lastEventId: string | null, signal: AbortSignal): ReadableStream<Uint8Array> {
    if (this.#streams.size >= maxStreams) throw rejectStream(`${maxStreams} streams are open, which is the limit`);
    const { id, events: ring } = this.#observe();
    const after = lastEventId === null ? ring.last : findPosition(lastEventId, id, ring.last);
    const writeMark = (name: "start" | "gap") => writeEvent(name, `${id}-${ring.last}`, {});
    const first = lastEventId === null ? writeMark("start") : after === undefined ? writeMark("gap") : writeHeartbeat();
    const abort = () => stream.close();
    const stream = new EventStream(
      {
        ring,
        after,
        writeGap: () => writeMark("gap"),
        onClose: () => {
          signal.removeEventListener("abort", abort);
          this.#remove(stream);
        },
      },
      first,
    );
    this.#streams.add(stream);
    signal.addEventListener("abort", abort);
    return stream.readable;
  }

  #observe(): { readonly id: string; readonly events: EventRing } {
    if (!this.#ring) coreOf(this.#server).observe(this.#batch);
    clearTimeout(this.#lingerTimer);
    this.#heartbeatTimer ??= setInterval(() => this.#sendHeartbeats(), heartbeatMs);
    this.#ring ??= { id: createSecret(), events: new EventRing() };
    return this.#ring;
  }

  #remove(stream: EventStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    clearInterval(this.#heartbeatTimer);
    this.#heartbeatTimer = undefined;
    this.#lingerTimer = startBackgroundTimer(() => this.#stop(), lingerMs);
  }

  #stop(): void {
    coreOf(this.#server).observe(undefined);
    clearTimeout(this.#batchTimer);
    this.#batch = new EventBatch(() => this.#scheduleBatch());
    this.#ring = undefined;
  }

  #scheduleBatch(): void {
    this.#batchTimer = startBackgroundTimer(() => this.#sendBatch(), batchMs);
  }

  #sendBatch(): void {
    const ring = this.#ring;
    if (!ring) return;
    for (const { name, data } of this.#batch.take(this.#readClock)) {
      ring.events.add((sequence) => writeEvent(name, `${ring.id}-${sequence}`, data));
    }
    for (const stream of this.#streams) stream.send();
  }

  #sendHeartbeats(): void {
    for (const stream of this.#streams) stream.sendHeartbeat();
  }

  readonly #readClock: ReadClock = (organizationId) => {
    try {
      const { clock } = organizationId === null ? this.#server : this.#server.organization(organizationId);
      return { organizationId, ...clock.status() };
    } catch {
      return undefined; // The organization was deleted, or the clock of the application fails.
    }
  };
}

function rejectStream(cause: string): ControlError {
  return new ControlError("conflict", `Failed to open a stream of events: ${cause}.`);
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/** Starts a timer that does not keep the process running. */
function startBackgroundTimer(callback: () => void, milliseconds: number): Timer {
  const timer = setTimeout(callback, milliseconds);
  (timer as { readonly unref?: () => void }).unref?.();
  return timer;
}

/** Returns the number of the event with an id; undefined if it belongs to other events. */
function findPosition(eventId: string, feedId: string, last: number): number | undefined {
  const [id, number = ""] = eventId.split("-");
  if (id !== feedId || !/^\d{1,15}$/.test(number)) return undefined;
  const sequence = Number(number);
  return sequence <= last ? sequence : undefined;
}
