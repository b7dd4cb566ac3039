import { contract, type Operation } from "@knowledge-base/types";
import { type HttpHandler, http } from "msw";
import type { ReferenceServer } from "../reference-server.ts";

/**
 * Makes a handler of msw for each operation of the contract. All of them answer from the same server.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { createHandlers } from "@knowledge-base/server/msw";
 * import { setupServer } from "msw/node";
 *
 * const server = createReferenceServer();
 * const interception = setupServer(...createHandlers(server));
 * interception.listen();
 * const response = await fetch(`${server.baseUrl}/v1/brains/brain_operations/index`);
 * console.log(response.status); // 401
 * interception.close();
 * ```
 */
export function createHandlers(server: Pick<ReferenceServer, "baseUrl" | "fetch">): HttpHandler[] {
  return Object.values(contract).map(({ method, path }: Operation) =>
    handlerOf[method](server.baseUrl + path.replaceAll(/\{(\w+)\}/g, ":$1"), ({ request }) => server.fetch(request)),
  );
}

const handlerOf = {
  GET: http.get,
  POST: http.post,
  PUT: http.put,
  PATCH: http.patch,
  DELETE: http.delete,
} as const satisfies Record<Operation["method"], unknown>;
