/**
 * Creates msw handlers for the reference server. Supports msw 2.13 and later, and 3.
 *
 * @module @knowledge-base/server/msw
 */

import { booleanRule, checkOptions, failTo } from "@knowledge-base/internal/options";
import { replacePathParams } from "@knowledge-base/internal/url";
import type { Operation } from "@knowledge-base/types";
import { type HttpHandler, http } from "msw";
import { readServerUrl } from "./http/base-url.ts";
import { consentRoutes } from "./messaging/consent-pages.ts";
import { coreOf } from "./reference-server/core.ts";
import type { ReferenceServer } from "./reference-server/reference-server.ts";

/** Options of {@link createHandlers}. */
export interface MswOptions {
  /**
   * Whether one handler handles all requests below the base URL, with any method and path. The server then also responds to
   * requests without an operation, as over HTTP: with status 404, or to OPTIONS with the methods.
   *
   * @default false: msw treats requests without an operation as unhandled
   */
  readonly catchAll?: boolean | undefined;
}

/**
 * Creates msw handlers for one server: one for each operation, also the custom ones, for the pages of the simulated messaging
 * platform, for HEAD on the paths of GET, and with the option `cors` of the server for the preflight requests of browsers. If
 * `server.fetch` rejects, the request fails with a network error.
 *
 * @throws TypeError if the server has no `fetch` or no `baseUrl`, the base URL has characters with a meaning in paths of msw, or
 * an option is unknown or has the wrong type
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { createHandlers } from "@knowledge-base/server/msw";
 * import { setupServer } from "msw/node";
 *
 * const server = createReferenceServer();
 * const interception = setupServer(...createHandlers(server));
 * interception.listen({ onUnhandledFrame: "error" }); // in msw 2: onUnhandledRequest
 * const response = await fetch(`${server.baseUrl}/v1/brains/brain_operations/index`);
 * console.log(response.status); // 401
 * interception.close();
 * ```
 *
 * @see [Test your code](../../../docs/guides/test-your-code.md)
 */
export function createHandlers(
  server: Pick<ReferenceServer, "baseUrl" | "fetch" | "control">,
  options: MswOptions = {},
): HttpHandler[] {
  const { origin, path: basePath } = readServerUrl("create handlers", server);
  checkOptions(failTo("create handlers"), options, { catchAll: booleanRule });
  const baseUrl = origin + basePath;
  const respond = ({ request }: { readonly request: Request }) => respondWith(server, request);
  if (options.catchAll) return [http.all(`${toMswPath(baseUrl)}/*`, respond)];
  const { operations, allowsOrigins } = coreOf(server);
  const routes: readonly MswRoute[] = [...operations, ...consentRoutes];
  // HEAD and OPTIONS are rare, and msw calls the handlers one after another.
  return [
    ...routes.map(({ method, path }) => http[methodNames[method]](toMswPath(baseUrl + path), respond)),
    ...routes.filter(({ method }) => method === "GET").map(({ path }) => http.head(toMswPath(baseUrl + path), respond)),
    ...(allowsOrigins ? operations.map(({ path }) => http.options(toMswPath(baseUrl + path), respond)) : []),
  ];
}

type MswRoute = Pick<Operation, "method" | "path">;

const methodNames = { GET: "get", POST: "post", PUT: "put", PATCH: "patch", DELETE: "delete" } as const;

// Returns a URL as msw writes it, with its path parameters. Throws TypeError if msw would read another part of it as a parameter,
// a wildcard or a query.
function toMswPath(url: string): string {
  const { hostname, pathname } = new URL(replacePathParams(url, () => ""));
  const [special] = /[^\w.~%@/-]/.exec(hostname + pathname) ?? [];
  if (special === undefined) return replacePathParams(url, (name) => `:${name.replaceAll(/\W/g, "_")}`);
  throw new TypeError(
    `Failed to create handlers: msw cannot match ${url}, because of the character ${special}. Use a host ` +
      "name or an IPv4 address, and a path of letters, digits and the characters . _ ~ % @ / -",
  );
}

// Returns a network error if `fetch` rejects. If a resolver throws, msw responds with status 500 and a stack.
async function respondWith(server: Pick<ReferenceServer, "fetch">, request: Request): Promise<Response> {
  try {
    // msw follows redirects itself.
    return await server.fetch(request, { redirect: "manual" });
  } catch (cause) {
    return Object.assign(Response.error(), { cause });
  }
}
