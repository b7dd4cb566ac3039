import { contract, type Operation } from "@knowledge-base/types";
import { type HttpHandler, http } from "msw";
import { checkServer } from "../adapters/check-server.ts";
import { choices } from "../choices.ts";
import type { ReferenceServer } from "../reference-server.ts";
import { refuseOtherCopies } from "./refuse-other-copies.ts";

/** Answers a request that a handler of msw matched. */
export type Resolver = (info: { readonly request: Request }) => Promise<Response>;

/** What {@link createHandlers} needs of a copy of msw, whichever its version. */
export interface MswCopy<Handler extends object> {
  /** The `http` that the copy exports. */
  readonly http: Readonly<Record<Lowercase<Operation["method"]>, (url: RegExp, resolver: Resolver) => Handler>>;
}

/**
 * Makes handlers of msw that answer from one server: one for each operation of the contract, and those of the pages that
 * stand for the messaging platform. What `server.fetch` rejects with becomes a network error, as a broken connection is.
 *
 * The handlers belong to the copy of msw that they are made with. Where a tree of dependencies holds two copies that do
 * not understand each other's handlers, `setupServer`, `setupWorker` and `use` throw an error that says so, or `fetch`
 * rejects with it where the copy is older than msw 2.13. Where the copies cannot become one, hand over the `http` of your
 * own: `createHandlers(server, { http })`.
 *
 * @throws TypeError where the server has no `fetch` or no `baseUrl`
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
export function createHandlers(server: Pick<ReferenceServer, "baseUrl" | "fetch">): HttpHandler[];
export function createHandlers<Handler extends object>(
  server: Pick<ReferenceServer, "baseUrl" | "fetch">,
  msw: MswCopy<Handler>,
): Handler[];
export function createHandlers(
  server: Pick<ReferenceServer, "baseUrl" | "fetch">,
  msw: MswCopy<object> = { http },
): object[] {
  const { origin, path: basePath } = checkServer("create handlers", server);
  const resolve: Resolver = ({ request }) => answer(server, request);
  return routes.map(({ method, path }) =>
    refuseOtherCopies(msw.http[methodNames[method]](patternOf(origin + basePath, path), resolve)),
  );
}

const methodNames = { GET: "get", POST: "post", PUT: "put", PATCH: "patch", DELETE: "delete" } as const;

const routes: readonly Pick<Operation, "method" | "path">[] = [
  ...Object.values(contract),
  { method: "GET", path: choices.authorizePath },
  { method: "POST", path: choices.authorizePath },
  { method: "GET", path: choices.authorizedPath },
];

/**
 * The URLs of a path. Versions of msw read strings in ways of their own, and some trip over IPv6 hosts, parentheses, or
 * percent signs that escape nothing; a pattern without groups they all match as it is.
 */
function patternOf(baseUrl: string, path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map(literal);
  return new RegExp(`^${literal(baseUrl)}${parts.join("[^/]+")}$`);
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** What a resolver throws, msw would answer with status 500 and a stack. The reason stays at hand, for whoever looks. */
async function answer(server: Pick<ReferenceServer, "fetch">, request: Request): Promise<Response> {
  try {
    return await server.fetch(request);
  } catch (cause) {
    return Object.assign(Response.error(), { cause });
  }
}
