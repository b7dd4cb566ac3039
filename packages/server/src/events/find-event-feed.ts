import type { ServerControl } from "../control/server-control.ts";
import type { ReferenceServer } from "../reference-server.ts";
import { EventFeed } from "./event-feed.ts";

/** By the control of a server, which its copies with another `fetch` share. */
const feeds = new WeakMap<ServerControl, EventFeed>();

/** Returns the events of a server. */
export function findEventFeed(server: ReferenceServer): EventFeed {
  const feed = feeds.get(server.control) ?? new EventFeed(server);
  feeds.set(server.control, feed);
  return feed;
}
