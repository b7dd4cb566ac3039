import { contract, type Operation } from "@knowledge-base/types";
import { booleanRule, type OptionRules } from "@knowledge-base/types/internal";
import { type HttpHandler, http } from "msw";
import { checkServer } from "../adapters/check-server.ts";
import { choices } from "../choices.ts";
import { findOptionsError } from "../find-options-error.ts";
import type { ReferenceServer } from "../reference-server.ts";
import { createFetchError } from "./fetch-error.ts";

/** Responds to a request that a handler of msw matched. */
export type Resolver = (info: { readonly request: Request }) => Promise<Response>;

/** The part of an msw copy that {@link createHandlers} uses. All versions have it. */
export interface MswCopy<Handler extends object> {
  /** The `http` export of the copy. */
  readonly http: Readonly<
    Record<Lowercase<Operation["method"]> | "head" | "all", (url: RegExp, resolver: Resolver) => Handler>
  >;
}

/**
 * Options of {@link createHandlers}.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { createHandlers } from "@knowledge-base/server/msw";
 *
 * const handlers = createHandlers(createReferenceServer(), { catchAll: true });
 * console.log(handlers.length); // 1
 * ```
 *
 * @see [Testing](../../../../docs/guides/testing.md)
 */
export interface HandlerOptions {
  /**
   * Whether one handler handles all requests at and below the base URL, with any method and path. The server then also responds
   * to requests without an operation, as over HTTP: with status 404, or to OPTIONS with the methods.
   *
   * @default false: msw treats requests without an operation as unhandled
   */
  readonly catchAll?: boolean | undefined;
}

/**
 * Creates msw handlers for one server: one handler for each operation of the contract, handlers for the pages of the
 * simulated messaging platform, and handlers for HEAD on the paths of GET. With `catchAll`, one handler handles every request
 * below the base URL. If `server.fetch` rejects, the request fails with a network error.
 *
 * The handlers work with the copy of msw that created them. If a project has two incompatible copies, `setupServer`,
 * `setupWorker` and `use` throw an error that explains this. In msw before 2.13, `fetch` rejects with that error. If you
 * cannot remove one of the copies, pass the `http` of your copy: `createHandlers(server, { http })`.
 *
 * @throws TypeError if the server has no `fetch` or no `baseUrl`, or an option is unknown or has the wrong type
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { createHandlers, strictListenOptions } from "@knowledge-base/server/msw";
 * import { setupServer } from "msw/node";
 *
 * const server = createReferenceServer();
 * const interception = setupServer(...createHandlers(server));
 * interception.listen(strictListenOptions);
 * const response = await fetch(`${server.baseUrl}/v1/brains/brain_operations/index`);
 * console.log(response.status); // 401
 * interception.close();
 * ```
 */
export function createHandlers(
  server: Pick<ReferenceServer, "baseUrl" | "fetch">,
  options?: HandlerOptions,
): HttpHandler[];
export function createHandlers<Handler extends object>(
  server: Pick<ReferenceServer, "baseUrl" | "fetch">,
  options: MswCopy<Handler> & HandlerOptions,
): Handler[];
export function createHandlers(
  server: Pick<ReferenceServer, "baseUrl" | "fetch">,
  options: Partial<MswCopy<object>> & HandlerOptions = {},
): object[] {
  const { origin, path: basePath } = checkServer("create handlers", server);
  const error = findOptionsError("create handlers", withoutOtherExports(options), optionRules);
  if (error) throw error;
  const { http: creators = http, catchAll = false } = options;
  const baseUrl = origin + basePath;
  const resolve: Resolver = ({ request }) => respond(server, request);
  if (catchAll) return [throwInOtherCopies(creators.all(new RegExp(`^${escapeRegExp(baseUrl)}(?:/|$)`), resolve))];
  // Those of HEAD come last, because msw calls the handlers one after another.
  const heads = routes.filter(({ method }) => method === "GET").map((route) => ({ ...route, method: "HEAD" as const }));
  return [...routes, ...heads].map(({ method, path }) =>
    throwInOtherCopies(creators[methodNames[method]](urlPattern(baseUrl, path), resolve)),
  );
}

/** A copy of msw may be given as a whole, with everything that it exports. */
function withoutOtherExports(options: Partial<MswCopy<object>> & HandlerOptions): unknown {
  return options?.http ? { http: options.http, catchAll: options.catchAll } : options;
}

const optionRules: OptionRules<MswCopy<object> & HandlerOptions> = {
  http: {
    expected: "the http of msw",
    accepts: (value) => typeof (value as { all?: unknown } | null)?.all === "function",
  },
  catchAll: booleanRule,
};

const methodNames = { GET: "get", POST: "post", PUT: "put", PATCH: "patch", DELETE: "delete", HEAD: "head" } as const;

const routes: readonly Pick<Operation, "method" | "path">[] = [
  ...Object.values(contract),
  { method: "GET", path: choices.authorizePath },
  { method: "POST", path: choices.authorizePath },
  { method: "GET", path: choices.callbackPath },
];

/**
 * Creates a pattern without groups, which all versions of msw match in the same way. They parse strings differently, and
 * some fail on IPv6 hosts, parentheses and percent signs that escape nothing.
 */
function urlPattern(baseUrl: string, path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map(escapeRegExp);
  return new RegExp(`^${escapeRegExp(baseUrl)}${parts.join("[^/]+")}$`);
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** Returns a network error if `fetch` rejects. If a resolver throws, msw responds with status 500 and a stack. */
async function respond(server: Pick<ReferenceServer, "fetch">, request: Request): Promise<Response> {
  try {
    return await server.fetch(request);
  } catch (cause) {
    return Object.assign(Response.error(), { cause });
  }
}

/**
 * Makes a handler throw if an incompatible copy of msw reads it. Copies before 2.13 look for handlers by `__kind`, later
 * ones by `kind`. Both skip a handler with the other property, and the request would reach the network.
 */
function throwInOtherCopies<Handler extends object>(handler: Handler): Handler {
  const isOld = "__kind" in handler;
  Object.defineProperty(handler, isOld ? "kind" : "__kind", {
    get() {
      throw createMixedCopiesError(isOld ? "before 2.13" : "2.13 or later", isOld ? "2.13 or later" : "before 2.13");
    },
  });
  // msw 3 calls `dispose`, which handlers of msw 2 do not have. They are otherwise compatible.
  if (!("dispose" in handler)) Object.defineProperty(handler, "dispose", { value: () => undefined });
  return handler;
}

function createMixedCopiesError(creator: string, user: string): Error {
  return createFetchError(
    "ERR_MSW_COPIES_MIXED",
    `Failed to serve the handlers of createHandlers: two copies of msw are mixed. They were created with msw ${creator} and ` +
      `passed to setupServer or setupWorker of msw ${user}. Run npm ls msw and keep one copy, or pass your own http: ` +
      "createHandlers(server, { http }).",
  );
}
