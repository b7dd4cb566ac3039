import { findEventFeed } from "../events/find-event-feed.ts";
import type { ReferenceServer } from "../reference-server.ts";

/** Headers of a stream of events. Proxies must not collect it. */
export const eventStreamHeaders = { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" };

/**
 * Opens the stream of a server's events.
 *
 * @throws {@link ControlError} `conflict`
 */
export function openEventStream(server: ReferenceServer, { headers, signal }: Request): ReadableStream<Uint8Array> {
  return findEventFeed(server).open(headers.get("last-event-id"), signal);
}
