import type { Edge } from "../http/message.ts";
import type { Fetch } from "./fetch.ts";

/** Finds the edge that answers what is sent to a path. */
type FindEdge = (path: string) => Edge | undefined;

const edges = new WeakMap<Fetch, FindEdge>();

/** Notes the edge behind a `fetch`. A listener then does without `Request` and `Response`, whose making costs the most. */
export function withEdge(fetch: Fetch, find: FindEdge): Fetch {
  edges.set(fetch, find);
  return fetch;
}

/** The edge behind a `fetch` that answers what is sent to a path, where one was noted. */
export function edgeBehind(fetch: Fetch, path: string): Edge | undefined {
  return edges.get(fetch)?.(path);
}
