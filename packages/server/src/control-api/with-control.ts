import { checkServer } from "../adapters/check-server.ts";
import { attachDirectHandler, findDirectHandler } from "../adapters/direct-handler.ts";
import type { Fetch } from "../adapters/fetch.ts";
import { isRequest, toRequest } from "../adapters/fetch.ts";
import type { ReferenceServer } from "../reference-server.ts";
import { handleControlRequest } from "./handle-control-request.ts";

/**
 * Returns a `fetch` that handles `GET /_health` and the controls below `/_control/`, and passes all other requests to the
 * server. Use it to let other programs control the server. Controls need no key, so listen only on a loopback address or in
 * a test network. Requests from pages in a browser are rejected.
 *
 * @throws TypeError if the server has no `fetch` or no `baseUrl`
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { withControl } from "@knowledge-base/server/control";
 *
 * const server = createReferenceServer();
 * const fetch = withControl(server);
 * const response = await fetch(`${server.baseUrl}/_health`);
 * console.log(response.status); // 200
 * ```
 */
export function withControl(server: ReferenceServer): Fetch {
  const { path: basePath } = checkServer("serve the controls", server);
  const root = `${basePath}/_control`;
  const health = `${basePath}/_health`;
  const isControl = (path: string) => path === root || path.startsWith(`${root}/`);
  const fetch: Fetch = async (input, init) => {
    const { pathname } = new URL(isRequest(input) ? input.url : input);
    if (pathname === health) {
      const { method } = toRequest(input, init);
      if (method === "GET" || method === "HEAD") return createHealthResponse(method);
    }
    if (!isControl(pathname)) return server.fetch(input, init);
    const path = pathname.slice(root.length + 1);
    return handleControlRequest(server, { basePath, path, request: toRequest(input, init) });
  };
  return attachDirectHandler(fetch, (path) =>
    path === health || isControl(path) ? undefined : findDirectHandler(server.fetch, path),
  );
}

function createHealthResponse(method: "GET" | "HEAD"): Response {
  const headers = { "cache-control": "no-store", "content-type": "application/json" };
  return new Response(method === "HEAD" ? null : JSON.stringify({ status: "ok" }), { headers });
}
