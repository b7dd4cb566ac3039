import type { Operation } from "@knowledge-base/types";
import type { Action } from "../control/action.ts";
import type { Fetch } from "../http/fetch.ts";
import type { RequestHandler } from "../http/message.ts";
import type { FeedListener } from "../test-tools/tool-store.ts";

/** Returns the handler of the requests to a path; undefined if the `fetch` handles them itself. */
export type FindHandler = (path: string) => RequestHandler | undefined;

/** What other modules of this package need of a server. */
export interface Core {
  /** The operations of the service, and the custom ones. */
  readonly operations: readonly Operation[];
  /** Whether pages of some origin may send requests, for which browsers ask first. */
  readonly allowsOrigins: boolean;
  /**
   * The request handlers behind the `fetch` of the server and those with controls. A listener calls them, because creating a `Request` and
   * a `Response` costs more than the rest of a call (decision 17). In `listen({ ...server, fetch })`, only the function shows whether it is
   * one of these or one that an application has put around them, which must be called.
   */
  readonly handlersByFetch: WeakMap<Fetch, FindHandler>;
  /** Calls an action, and waits until the option `onChange` has handled all changes. */
  callAsync(action: Action, input: unknown, organizationId?: string, signal?: AbortSignal): Promise<unknown>;
  /** Calls a function after each event of the server. Returns a function that ends this. */
  readonly listen: (listener: FeedListener) => () => void;
  /**
   * Ends all waits for requests, which can no longer come, and lets none begin until the returned function is called: a listener
   * closes.
   */
  readonly stop: () => () => void;
  /** Releases all records, for users that can't release the server itself. */
  readonly discard: () => void;
}

/** A server with its core, which its copies with another `fetch` have, too. */
export interface WithCore {
  readonly core: Core;
}

/** Returns the core of a server, unless it is an object with only a base URL and a `fetch`. */
export function findCore(server: object): Core | undefined {
  const { core }: Partial<WithCore> = server;
  return core;
}

/**
 * Returns the core of a server.
 *
 * @throws TypeError if the server wasn't made by `createReferenceServer`
 */
export function coreOf(server: object): Core {
  const core = findCore(server);
  if (core) return core;
  throw new TypeError(
    "The server has no controls: it must be one that createReferenceServer made, or { ...server, fetch }.",
  );
}
