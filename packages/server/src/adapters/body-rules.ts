/** How a listener treats the requests to a path: how much it reads of them, and how it rejects them itself. */
export interface BodyRules {
  /**
   * Largest body in bytes, which the `fetch` reads while it arrives. Without it the limit is that of the listener, which
   * reads the body first.
   */
  readonly streamLimit?: number | undefined;
  /** Creates the response to a request that the listener rejects itself. Without it, that has the documented error body. */
  readonly createRejection?: (status: number, message: string) => Response;
  /**
   * Returns more headers of the response with the documented error body.
   *
   * @param origin - the header `Origin` of the request
   */
  readonly createRejectionHeaders?: (origin: string | null) => Readonly<Record<string, string>>;
}

type FindRules = (path: string) => BodyRules | undefined;

const finders = new WeakMap<object, FindRules>();

/** Remembers how a listener has to treat the requests to some paths of a `fetch`. */
export function attachBodyRules<Fetch extends object>(fetch: Fetch, find: FindRules): Fetch {
  finders.set(fetch, find);
  return fetch;
}

/** Returns the rules of a `fetch` for requests to a path, if it has any. */
export function findBodyRules(fetch: object, path: string): BodyRules | undefined {
  return finders.get(fetch)?.(path);
}
