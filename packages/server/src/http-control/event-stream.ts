import { coreOf, type ReferenceServer } from "../organizations/reference-server.ts";
import { entryId } from "../test-tools/journal.ts";
import { logCapacity } from "../test-tools/log.ts";
import type { ChangedPart, ServerChange } from "../test-tools/tools.ts";

/** Milliseconds for which changes are collected before they are sent. */
const batchMs = 200;

/** Milliseconds after which a stream receives a comment, so that its connection stays open. */
const heartbeatMs = 15_000;

/** More changed organizations are sent as a `start`, after which everything is read again. */
const maxChanged = 1000;

/** The data of an event `change`. */
export interface ChangeEvent {
  /** The parts that have changed. The organization is null for parts of the whole server. */
  readonly changed: readonly { readonly organizationId: string | null; readonly what: readonly ChangedPart[] }[];
  /** Ids of the requests that have ended, in the journal of the server: at most the last 1,000. */
  readonly requests: readonly string[];
}

const encoder = new TextEncoder();

const writeEvent = (name: string, data: object) => encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);

/**
 * Opens a stream of server-sent events: `start`, and `change` after each change. A reader that is too slow receives another
 * `start` instead of the changes that it has missed.
 *
 * @param signal - ends the stream
 */
export function openEventStream(server: ReferenceServer, signal: AbortSignal): ReadableStream<Uint8Array> {
  signal.throwIfAborted();
  const core = coreOf(server);

  let end = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const start = writeEvent("start", {});
        const batch = new EventBatch((event) => controller.enqueue(event ? writeEvent("change", event) : start));
        const isReading = () => (controller.desiredSize ?? 0) > 0;
        const stopListening = core.listen((change) => batch.add(change));
        const batchTimer = setInterval(() => isReading() && batch.send(), batchMs);
        const heartbeatTimer = setInterval(
          () => isReading() && controller.enqueue(encoder.encode(": heartbeat\n\n")),
          heartbeatMs,
        );
        for (const timer of [batchTimer, heartbeatTimer]) (timer as { readonly unref?: () => void }).unref?.();
        const abort = () => {
          end();
          controller.close();
        };
        end = () => {
          stopListening();
          clearInterval(batchTimer);
          clearInterval(heartbeatTimer);
          signal.removeEventListener("abort", abort);
        };
        signal.addEventListener("abort", abort);
        controller.enqueue(start);
      },
      cancel: () => end(),
    },
    { highWaterMark: 16 },
  );
}

/** The changes since the last event. */
class EventBatch {
  readonly #send: (event: ChangeEvent | undefined) => void;
  readonly #changed = new Map<string | null, Set<ChangedPart>>();
  #requests: string[] = [];

  /** @param send - sends an event; undefined if there are too many changes */
  constructor(send: (event: ChangeEvent | undefined) => void) {
    this.#send = send;
  }

  add({ organizationId, what, request }: ServerChange): void {
    if (!request) {
      // After a reset, other requests have the same ids.
      if (organizationId === null && what === "journal") this.#requests = [];
      const parts = this.#changed.get(organizationId) ?? new Set();
      if (this.#changed.size <= maxChanged) this.#changed.set(organizationId, parts.add(what));
    } else if (organizationId === null) {
      this.#requests.push(entryId(request.number));
      if (this.#requests.length > 2 * logCapacity) this.#requests = this.#requests.slice(-logCapacity);
    }
  }

  send(): void {
    const changed = Array.from(this.#changed, ([organizationId, what]) => ({ organizationId, what: [...what] }));
    const requests = this.#requests.slice(-logCapacity);
    this.#changed.clear();
    this.#requests = [];
    if (changed.length + requests.length === 0) return;
    this.#send(changed.length > maxChanged ? undefined : { changed, requests });
  }
}
