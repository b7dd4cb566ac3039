import { checkServer } from "../adapters/check-server.ts";
import { attachDirectHandler, findDirectHandler } from "../adapters/direct-handler.ts";
import type { Fetch } from "../adapters/fetch.ts";
import { isRequest, toRequest } from "../adapters/fetch.ts";
import type { ReferenceServer } from "../reference-server.ts";
import { answerControl } from "./answer-control.ts";

/**
 * Makes a `fetch` that answers, besides everything that the server itself answers, `GET /_health` and the controls below
 * `/_control/`. It is for the socket of a server that other programs use: whoever reaches it rules the server, so it
 * belongs on a loopback address or a network of tests. Requests that a browser sends for a page are refused.
 *
 * @throws TypeError where the server has no `fetch` or no `baseUrl`
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
      if (method === "GET" || method === "HEAD") return answerHealth(method);
    }
    if (!isControl(pathname)) return server.fetch(input, init);
    return answerControl(server, { basePath, path: pathname.slice(root.length + 1), request: toRequest(input, init) });
  };
  return attachDirectHandler(fetch, (path) =>
    path === health || isControl(path) ? undefined : findDirectHandler(server.fetch, path),
  );
}

function answerHealth(method: "GET" | "HEAD"): Response {
  const headers = { "cache-control": "no-store", "content-type": "application/json" };
  return new Response(method === "HEAD" ? null : JSON.stringify({ status: "ok" }), { headers });
}
