import type { RequestHandler } from "./message.ts";

/** Returns the handler of the requests to a path; undefined if they need `Request` and `Response` objects. */
type FindHandler = (path: string) => RequestHandler | undefined;

const finders = new WeakMap<object, FindHandler>();

/**
 * Remembers the request handler that a `fetch` calls. A listener can then call it without `Request` and `Response`
 * objects, whose creation costs the most.
 */
export function attachDirectHandler<Fetch extends object>(fetch: Fetch, find: FindHandler): Fetch {
  finders.set(fetch, find);
  return fetch;
}

/** Returns the attached handler of a `fetch` for requests to a path, if there is one. */
export function findDirectHandler(fetch: object, path: string): RequestHandler | undefined {
  return finders.get(fetch)?.(path);
}
