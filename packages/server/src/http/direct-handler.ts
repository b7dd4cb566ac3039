import type { RequestHandler } from "./message.ts";

// A listener calls the request handler below a `fetch`, and makes no `Request` and no `Response`: creating them costs more than
// everything else in a call (decision 17). A function that wraps a `fetch` has no handler here, so the listener calls the wrapper.

// Returns the handler of the requests to a path; undefined if they need `Request` and `Response` objects.
type FindHandler = (path: string) => RequestHandler | undefined;

const finders = new WeakMap<object, FindHandler>();

/** Remembers the request handler that a `fetch` calls. */
export function attachDirectHandler<Fetch extends object>(fetch: Fetch, find: FindHandler): Fetch {
  finders.set(fetch, find);
  return fetch;
}

/** Returns the attached handler of a `fetch` for requests to a path, if there is one. */
export function findDirectHandler(fetch: object, path: string): RequestHandler | undefined {
  return finders.get(fetch)?.(path);
}
