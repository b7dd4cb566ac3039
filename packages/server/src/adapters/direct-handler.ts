import type { RequestHandler } from "../http/http-message.ts";
import type { Fetch } from "./fetch.ts";

/** Finds the edge that answers what is sent to a path. */
type FindHandler = (path: string) => RequestHandler | undefined;

const finders = new WeakMap<Fetch, FindHandler>();

/** Notes the edge behind a `fetch`. A listener then does without `Request` and `Response`, whose making costs the most. */
export function attachDirectHandler(fetch: Fetch, find: FindHandler): Fetch {
  finders.set(fetch, find);
  return fetch;
}

/** The edge behind a `fetch` that answers what is sent to a path, where one was noted. */
export function findDirectHandler(fetch: Fetch, path: string): RequestHandler | undefined {
  return finders.get(fetch)?.(path);
}
