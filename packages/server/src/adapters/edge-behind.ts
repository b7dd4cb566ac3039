import type { HttpAnswer, HttpRequest } from "../http/message.ts";
import type { Fetch } from "./fetch.ts";

/** Answers a request, or leaves it to the `fetch` that it is behind. */
export type EdgeBehind = (request: HttpRequest) => Promise<HttpAnswer> | undefined;

/** Registered for all, because each CommonJS entry of the package holds a copy of this module. */
const key = Symbol.for("@knowledge-base/server: edge behind a fetch");

/** Notes the edge behind a `fetch`. Adapters then do without `Request` and `Response`, whose making costs the most. */
export function withEdge(fetch: Fetch, edge: EdgeBehind): Fetch {
  return Object.assign(fetch, { [key]: edge });
}

/** The edge behind a `fetch`, where one was noted. */
export function edgeBehind(fetch: Fetch): EdgeBehind | undefined {
  return (fetch as { readonly [key]?: EdgeBehind })[key];
}
