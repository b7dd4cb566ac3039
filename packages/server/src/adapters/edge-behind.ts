import type { HttpAnswer, HttpRequest } from "../http/message.ts";
import type { Fetch } from "./fetch.ts";

/** Answers a request, or leaves it to the `fetch` that it is behind. */
export type EdgeBehind = (request: HttpRequest) => Promise<HttpAnswer> | undefined;

const edges = new WeakMap<Fetch, EdgeBehind>();

/** Notes the edge behind a `fetch`. A listener then does without `Request` and `Response`, whose making costs the most. */
export function withEdge(fetch: Fetch, edge: EdgeBehind): Fetch {
  edges.set(fetch, edge);
  return fetch;
}

/** The edge behind a `fetch`, where one was noted. */
export function edgeBehind(fetch: Fetch): EdgeBehind | undefined {
  return edges.get(fetch);
}
